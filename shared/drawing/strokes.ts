import { areaOf } from './clip.ts';
import { Covers } from './covers.ts';
import { Growing } from './growing.ts';
import {
  eachPieceOf,
  type Linework,
  type PathRange,
  pathAt,
  pathCount,
  type Ring,
  ringsOf,
  TOLERANCE,
} from './linework.ts';
import { maximumFilledLinePoints, minimumFilledLineRatio } from './thresholds/strokes.ts';

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
  if (short > maximumFilledLinePoints || long < minimumFilledLineRatio * short || long === 0) return undefined;
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

/** The pens of a page, numbered as they are first used. */
class Pens {
  readonly all: Pen[] = [];
  readonly #numbers = new Map<string, number>();

  /** Returns the number of a pen; equal pens on different layers are one. */
  numberOf(colour: string, width: number, dash: readonly number[], layer: number | null, edge: boolean): number {
    const rounded = Math.round(width * 20) / 20;
    const key = `${colour} ${rounded} ${dash} ${edge}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.all.length);
    this.all.push({ colour, width: rounded, dash, layer, edge });
    return this.all.length - 1;
  }
}

/**
 * Returns the visible ink of a linework as straight pieces: curves as chords, filled strips as lines, other filled
 * areas by their borders. Omits white ink and everything that a later opaque area covers.
 */
export const strokesOf = (linework: Linework): Strokes => {
  const { styles } = linework;
  const ends = new Growing(Float64Array);
  const pen = new Growing(Uint32Array);
  const pens = new Pens();
  const areas: FilledArea[] = [];
  const covers = new Covers(linework);
  let by = 0;
  const keep = (x0: number, y0: number, x1: number, y1: number) => {
    ends.push4(x0, y0, x1, y1);
    pen.push(by);
  };
  const add = (x0: number, y0: number, x1: number, y1: number) => covers.visibleParts(x0, y0, x1, y1, keep);
  const addFill = (rings: readonly Ring[], range: PathRange, fill: string, outlined: boolean) => {
    const { layer } = styles[range.style]!;
    for (const ring of rings) {
      const strip = stripOf(ring);
      if (strip) {
        by = pens.numberOf(fill, strip.width, [], layer, false);
        add(...strip.line);
        continue;
      }
      const { points } = ring;
      areas.push({ colour: fill, points, layer, instance: range.instance });
      if (outlined) continue;
      by = pens.numberOf(fill, 0, [], layer, true);
      const n = points.length;
      for (let i = 0; i < n; i += 2) add(points[i]!, points[i + 1]!, points[(i + 2) % n]!, points[(i + 3) % n]!);
    }
  };
  const strokePens = styles.map(({ stroke, width, dash, layer }) =>
    stroke === null || stroke === white ? -1 : pens.numberOf(stroke, width, dash, layer, false),
  );
  // Process paths from the last painted to the first, so that the areas above each are known.
  for (let index = pathCount(linework) - 1; index >= 0; index--) {
    const range = pathAt(linework, index);
    const { stroke, fill, transparent } = styles[range.style]!;
    if (strokePens[range.style]! >= 0) {
      by = strokePens[range.style]!;
      eachPieceOf(linework, range, add);
    }
    if (fill === null) continue;
    const rings = ringsOf(linework, range);
    if (rings.length === 0) continue;
    if (fill !== white) addFill(rings, range, fill, stroke !== null);
    if (!transparent) covers.add(rings);
  }
  areas.reverse();
  return { count: pen.length, ends: ends.taken(), pen: pen.taken(), pens: pens.all, areas };
};
