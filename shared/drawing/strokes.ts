import { areaOf } from './clip.ts';
import { Covers } from './covers.ts';
import { type Linework, pathAt, pathCount, type Ring, ringsOf, TOLERANCE } from './linework.ts';

/** Straight pieces of visible ink, one per index, in points as displayed. */
export interface Strokes {
  count: number;
  /** x0, y0, x1, y1 of each piece. */
  ends: Float64Array;
  /** Index of each piece's pen. */
  pen: Uint32Array;
  pens: Pen[];
  /** Filled areas other than thick lines, in painting order. */
  areas: FilledArea[];
}

/** The style of a line: only pieces of the same pen may belong to one line. */
export interface Pen {
  colour: string;
  /** In points; 0 is the device's thinnest line. */
  width: number;
  /** Alternating lengths of dashes and gaps; empty for a solid line. */
  dash: readonly number[];
  layer: number | null;
  /** Whether the piece is the border of a filled area rather than a stroke. */
  edge: boolean;
}

/** A visible filled area: x and y of each corner of its outer ring. */
export interface FilledArea {
  colour: string;
  points: number[];
  layer: number | null;
  instance: number;
}

const white = '#ffffff';

/** Maximum width in points of a plotted line; a filled strip up to this width is a line drawn as an area. */
const maximumLinePoints = 3;
/** Minimum ratio of the sides of a filled strip that is a line. */
const minimumStripRatio = 3;

/** Returns the axis and width of a filled strip; undefined if the ring is not one. */
const stripOf = ({ points }: Ring): { line: [number, number, number, number]; width: number } | undefined => {
  const corners = [...points];
  if (corners.length === 10 && Math.hypot(corners[8]! - corners[0]!, corners[9]! - corners[1]!) < 0.01)
    corners.length = 8;
  if (corners.length !== 8) return undefined;
  const [ax, ay, bx, by, cx, cy, dx, dy] = corners as [number, number, number, number, number, number, number, number];
  const one = Math.hypot(bx - ax, by - ay);
  const other = Math.hypot(cx - bx, cy - by);
  const [long, short] = [Math.max(one, other), Math.min(one, other)];
  if (short > maximumLinePoints || long < minimumStripRatio * short || long === 0) return undefined;
  // Opposite sides of a strip are equal, unlike those of a wedge.
  const skew = Math.hypot(ax - bx + cx - dx, ay - by + cy - dy);
  if (skew > TOLERANCE) return undefined;
  const area = Math.abs(areaOf(corners));
  const line: [number, number, number, number] =
    one < other
      ? [(ax + bx) / 2, (ay + by) / 2, (cx + dx) / 2, (cy + dy) / 2]
      : [(bx + cx) / 2, (by + cy) / 2, (dx + ax) / 2, (dy + ay) / 2];
  return { line, width: area / long };
};

/**
 * Returns the visible ink of a linework as straight pieces: curves as chords, filled strips as lines, other filled
 * areas by their borders. Omits white ink and everything that a later opaque area covers.
 */
export const strokesOf = (linework: Linework): Strokes => {
  const { styles } = linework;
  const ends: number[] = [];
  const pen: number[] = [];
  const pens: Pen[] = [];
  const areas: FilledArea[] = [];
  const penNumbers = new Map<string, number>();
  const penOf = (
    colour: string,
    width: number,
    dash: readonly number[],
    layer: number | null,
    edge: boolean,
  ): number => {
    const rounded = Math.round(width * 20) / 20;
    const key = `${colour} ${rounded} ${dash} ${edge}`;
    const known = penNumbers.get(key);
    if (known !== undefined) return known;
    penNumbers.set(key, pens.length);
    pens.push({ colour, width: rounded, dash, layer, edge });
    return pens.length - 1;
  };
  const covers = new Covers(linework);
  const addRing = ({ points, closed }: Ring, by: number) => {
    const n = points.length;
    for (let i = 0; i + 1 < n; i += 2) {
      if (i + 3 >= n && !closed) break;
      const j = (i + 2) % n;
      covers.visibleParts(points[i]!, points[i + 1]!, points[j]!, points[j + 1]!, (x0, y0, x1, y1) => {
        ends.push(x0, y0, x1, y1);
        pen.push(by);
      });
    }
  };
  // Process paths from the last painted to the first, so that the areas above each are known.
  for (let index = pathCount(linework) - 1; index >= 0; index--) {
    const range = pathAt(linework, index);
    const style = styles[range.style]!;
    const { stroke, fill, layer } = style;
    const rings = ringsOf(linework, range);
    if (rings.length === 0) continue;
    if (stroke !== null && stroke !== white) {
      const by = penOf(stroke, style.width, style.dash, layer, false);
      for (const ring of rings) addRing(ring, by);
    }
    if (fill === null) continue;
    const strips = rings.map(stripOf);
    if (fill !== white) {
      for (const [i, ring] of rings.entries()) {
        const strip = strips[i];
        if (strip) {
          const [x0, y0, x1, y1] = strip.line;
          addRing({ points: [x0, y0, x1, y1], closed: false }, penOf(fill, strip.width, [], layer, false));
          continue;
        }
        areas.push({ colour: fill, points: ring.points, layer, instance: range.instance });
        if (stroke === null) addRing({ ...ring, closed: true }, penOf(fill, 0, [], layer, true));
      }
    }
    if (!style.transparent) covers.add(rings);
  }
  areas.reverse();
  return { count: pen.length, ends: Float64Array.from(ends), pen: Uint32Array.from(pen), pens, areas };
};
