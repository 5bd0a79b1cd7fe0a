import { areaOf } from './clip.ts';
import type { Coverage } from './coverage.ts';
import { directed, type Line, lengthBetween, lengthOf } from './line.ts';
import { LineIndex } from './line-index.ts';
import { type Bounds, TOLERANCE } from './linework.ts';
import type { Pen } from './strokes.ts';
import {
  maximumWallMillimetres,
  minimumHeavierRatio,
  minimumWallLengthRatio,
  minimumWallMillimetres,
  minimumWallSidePoints,
  parallelToleranceSine,
} from './thresholds/symbols.ts';

/** A straight piece of a wall: its axis and thickness. Points, as displayed. */
export interface Wall {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  thickness: number;
  /** Whether it is drawn as a filled strip rather than as a pair of lines. */
  filled: boolean;
  /** 0 to 1. */
  confidence: number;
}

const millimetresPerPoint = 25.4 / 72;
const maximumWalls = 5000;

/** Returns a filled strip as a wall; undefined for other shapes. */
const filledWall = (points: readonly number[], least: number, most: number): Wall | undefined => {
  const corners = points.length === 10 ? points.slice(0, 8) : points;
  if (corners.length !== 8) return undefined;
  const [ax, ay, bx, by, cx, cy, dx, dy] = corners as [number, number, number, number, number, number, number, number];
  const one = lengthBetween(ax, ay, bx, by);
  const other = lengthBetween(bx, by, cx, cy);
  const [long, short] = [Math.max(one, other), Math.min(one, other)];
  if (short < least || short > most || long < minimumWallLengthRatio * short) return undefined;
  // The area of a strip is that of its sides' product, unlike that of a wedge.
  if (Math.abs(Math.abs(areaOf(corners)) / (long * short) - 1) > 0.05) return undefined;
  const axis =
    one < other
      ? { x0: (ax + bx) / 2, y0: (ay + by) / 2, x1: (cx + dx) / 2, y1: (cy + dy) / 2 }
      : { x0: (bx + cx) / 2, y0: (by + cy) / 2, x1: (dx + ax) / 2, y1: (dy + ay) / 2 };
  return { ...axis, thickness: short, filled: true, confidence: 0.7 };
};

/** Returns the wall between two parallel lines of one pen; undefined if they are none. */
const wallBetween = (line: Line, other: Line, least: number, most: number): Wall | undefined => {
  const length = lengthOf(line);
  const [ux, uy] = [(line.x1 - line.x0) / length, (line.y1 - line.y0) / length];
  const p = ux * (other.y0 - line.y0) - uy * (other.x0 - line.x0);
  const q = ux * (other.y1 - line.y0) - uy * (other.x1 - line.x0);
  const thickness = Math.abs(p + q) / 2;
  if (thickness < least || thickness > most || Math.abs(p - q) > parallelToleranceSine * lengthOf(other))
    return undefined;
  const s = ux * (other.x0 - line.x0) + uy * (other.y0 - line.y0);
  const t = ux * (other.x1 - line.x0) + uy * (other.y1 - line.y0);
  const from = Math.max(0, Math.min(s, t));
  const to = Math.min(length, Math.max(s, t));
  if (to - from < minimumWallLengthRatio * thickness) return undefined;
  const aside = (p + q) / 4;
  return {
    x0: line.x0 + ux * from - uy * aside,
    y0: line.y0 + uy * from + ux * aside,
    x1: line.x0 + ux * to - uy * aside,
    y1: line.y0 + uy * to + ux * aside,
    thickness,
    filled: false,
    confidence: 0.6,
  };
};

const isWithin = (wall: Wall, { left, top, right, bottom }: Bounds): boolean =>
  (wall.x0 + wall.x1) / 2 > left &&
  (wall.x0 + wall.x1) / 2 < right &&
  (wall.y0 + wall.y1) / 2 > top &&
  (wall.y0 + wall.y1) / 2 < bottom;

/**
 * Returns the pens that draw cut walls: offices draw these with a heavier pen than finishes, furniture and dimensions.
 * There are none on a sheet drawn with a single width, where pairs of lines may be anything.
 */
const wallPens = (lines: readonly Line[], pens: readonly Pen[]): Set<number> => {
  const lengths = new Float64Array(pens.length);
  for (const line of lines) lengths[line.pen]! += lengthOf(line);
  const widths = pens
    .flatMap(({ edge, width }, i) => (edge ? [] : [{ width, length: lengths[i]! }]))
    .sort((a, b) => a.width - b.width);
  const half = widths.reduce((sum, { length }) => sum + length, 0) / 2;
  let [sum, common] = [0, Infinity];
  for (const { width, length } of widths) {
    sum += length;
    if (sum < half) continue;
    common = width;
    break;
  }
  return new Set(
    pens.flatMap(({ edge, width, dash }, i) =>
      !edge && dash.length === 0 && width >= Math.max(0.3, minimumHeavierRatio * common) ? [i] : [],
    ),
  );
};

/** Whether a line lies within a filled strip or on its outline. */
const isOnStrip = (strip: Wall, { x0, y0, x1, y1 }: Line): boolean => {
  const length = lengthBetween(strip.x0, strip.y0, strip.x1, strip.y1);
  const [ux, uy] = [(strip.x1 - strip.x0) / length, (strip.y1 - strip.y0) / length];
  const holds = (x: number, y: number): boolean => {
    const along = ux * (x - strip.x0) + uy * (y - strip.y0);
    const across = Math.abs(ux * (y - strip.y0) - uy * (x - strip.x0));
    return along > -TOLERANCE && along < length + TOLERANCE && across < strip.thickness / 2 + TOLERANCE;
  };
  return holds(x0, y0) && holds(x1, y1);
};

/** Returns a test whether a line belongs to one of the filled strips, up to a thickness. */
const stripLines = (strips: readonly Wall[], most: number): ((line: Line) => boolean) => {
  const axes = new LineIndex(strips.map(({ x0, y0, x1, y1 }) => directed(x0, y0, x1, y1, 0, false)));
  return (line) => {
    const [x, y] = [(line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2];
    let isOnOne = false;
    axes.near({ left: x, top: y, right: x, bottom: y }, most, (_, i) => {
      isOnOne ||= isOnStrip(strips[i]!, line);
    });
    return isOnOne;
  };
};

/**
 * Finds the walls of a plan: filled strips, and pairs of parallel lines of one pen that have the thickness of a wall at
 * the scale of the sheet. The outline of a strip is not a side of another wall. Finds none without a scale that dimensions
 * confirm.
 */
export const wallsOf = (
  { areas, pens }: Coverage,
  index: LineIndex,
  scale: number | undefined,
  notWalls: { lines: ReadonlySet<Line>; boxes: readonly Bounds[] },
): Wall[] => {
  if (scale === undefined) return [];
  const perPoint = millimetresPerPoint * scale;
  const least = minimumWallMillimetres / perPoint;
  const most = maximumWallMillimetres / perPoint;
  // On site plans and details walls cannot be distinguished from other pairs of lines.
  if (least < 0.5 || least > 12) return [];
  const strips = areas.flatMap(({ points }) => filledWall(points, least, most) ?? []);
  const pairs: Wall[] = [];
  const heavy = wallPens(index.lines, pens);
  const isOfStrip = stripLines(strips, most);
  const sides = new Set(
    index.lines.filter((line) => heavy.has(line.pen) && !line.dashed && !notWalls.lines.has(line) && !isOfStrip(line)),
  );
  const partners = new Map<Line, Line>();
  for (const line of sides) {
    if (lengthOf(line) < minimumWallSidePoints) continue;
    let best: { wall: Wall; other: Line } | undefined;
    const [x, y] = [(line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2];
    index.near({ left: x, top: y, right: x, bottom: y }, most, (other) => {
      if (other.pen !== line.pen || other === line || !sides.has(other)) return;
      // Each pair is found from its shorter line, beside whose middle the other one passes.
      if (lengthOf(other) < lengthOf(line)) return;
      const wall = wallBetween(line, other, least, most);
      if (wall && (!best || wall.thickness < best.wall.thickness)) best = { wall, other };
    });
    // Two lines of one length find each other.
    if (!best || partners.get(best.other) === line) continue;
    partners.set(line, best.other);
    pairs.push(best.wall);
  }
  return [...strips, ...pairs]
    .filter((wall) => !notWalls.boxes.some((box) => isWithin(wall, box)))
    .sort((a, b) => lengthBetween(b.x0, b.y0, b.x1, b.y1) - lengthBetween(a.x0, a.y0, a.x1, a.y1))
    .slice(0, maximumWalls);
};
