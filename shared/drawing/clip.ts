import { intersectionOf } from './boxes.ts';
import { type Bounds, type Ring, TOLERANCE } from './linework.ts';

/** The visible area of a page, a form or a clipping path: a box, and shapes that must each contain a point. */
export interface Clip {
  box: Bounds;
  /** The closed rings of each clipping path that is not an axis-aligned rectangle. */
  shapes: readonly (readonly Ring[])[];
}

export const isEmptyBox = ({ left, top, right, bottom }: Bounds): boolean => right < left || bottom < top;

/** Returns the bounds of points; inverted if there are none. */
export const boundsOf = (points: ArrayLike<number>, from = 0, to = points.length): Bounds => {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (let i = from; i + 1 < to; i += 2) {
    const x = points[i]!;
    const y = points[i + 1]!;
    if (x < box.left) box.left = x;
    if (x > box.right) box.right = x;
    if (y < box.top) box.top = y;
    if (y > box.bottom) box.bottom = y;
  }
  return box;
};

/** Whether `outer` contains `inner`, within the tolerance. */
export const holds = (outer: Bounds, inner: Bounds): boolean =>
  inner.left >= outer.left - TOLERANCE &&
  inner.right <= outer.right + TOLERANCE &&
  inner.top >= outer.top - TOLERANCE &&
  inner.bottom <= outer.bottom + TOLERANCE;

/** Whether a ring is an axis-aligned rectangle, with any further corners on its sides. */
export const isUpright = ({ points }: Ring): boolean => {
  const count = points.length / 2;
  if (count < 4 || count > 5) return false;
  const { left, top, right, bottom } = boundsOf(points);
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = [points[i]!, points[i + 1]!];
    const onSide = Math.min(x - left, right - x) <= TOLERANCE && Math.min(y - top, bottom - y) <= TOLERANCE;
    if (!onSide) return false;
  }
  return Math.abs(areaOf(points)) >= 0.99 * (right - left) * (bottom - top);
};

/** Returns the signed area by the shoelace formula: positive for clockwise rings on a page whose y axis points down. */
export const areaOf = (points: ArrayLike<number>): number => {
  let sum = 0;
  const n = points.length;
  for (let i = 0; i < n; i += 2) {
    const j = (i + 2) % n;
    sum += points[i]! * points[j + 1]! - points[j]! * points[i + 1]!;
  }
  return sum / 2;
};

/** Returns `clip` intersected with another clipping path. */
export const narrowClip = (clip: Clip, rings: readonly Ring[]): Clip => {
  const solid = rings.filter(({ points }) => points.length >= 6);
  const bounds = solid.map(({ points }) => boundsOf(points));
  const whole = bounds.reduce(
    (a, b) => ({
      left: Math.min(a.left, b.left),
      top: Math.min(a.top, b.top),
      right: Math.max(a.right, b.right),
      bottom: Math.max(a.bottom, b.bottom),
    }),
    { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity },
  );
  const box = intersectionOf(clip.box, whole);
  const plain = solid.length === 1 && isUpright(solid[0]!);
  return { box, shapes: plain || solid.length === 0 ? clip.shapes : [...clip.shapes, solid] };
};

/** Whether a point lies inside closed rings by the non-zero rule; with `strictly`, also by the even-odd rule. */
export const isInside = (rings: readonly Ring[], x: number, y: number, strictly = false): boolean => {
  let winding = 0;
  let sides = 0;
  for (const { points } of rings) {
    const n = points.length;
    let x0 = points[n - 2]!;
    let y0 = points[n - 1]!;
    for (let i = 0; i < n; i += 2) {
      const x1 = points[i]!;
      const y1 = points[i + 1]!;
      if (y0 <= y !== y1 <= y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) {
        winding += y1 > y0 ? 1 : -1;
        sides++;
      }
      x0 = x1;
      y0 = y1;
    }
  }
  return winding !== 0 && !(strictly && sides % 2 === 0);
};

/** Appends the fractions of a line at which it crosses the sides of rings to `out`, unsorted. */
export const crossings = (
  rings: readonly Ring[],
  x0: number,
  y0: number,
  dx: number,
  dy: number,
  out: number[],
): void => {
  for (const { points } of rings) {
    const n = points.length;
    let ax = points[n - 2]!;
    let ay = points[n - 1]!;
    for (let i = 0; i < n; i += 2) {
      const bx = points[i]!;
      const by = points[i + 1]!;
      const ex = bx - ax;
      const ey = by - ay;
      const cross = dx * ey - dy * ex;
      if (cross !== 0) {
        const t = ((ax - x0) * ey - (ay - y0) * ex) / cross;
        const u = ((ax - x0) * dy - (ay - y0) * dx) / cross;
        if (t > 0 && t < 1 && u >= 0 && u <= 1) out.push(t);
      }
      ax = bx;
      ay = by;
    }
  }
};

/** Clips a line. Returns the visible parts as pairs of fractions of the line; a line on the border is visible. */
export const clipLine = (clip: Clip, x0: number, y0: number, x1: number, y1: number): number[] => {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const { left, top, right, bottom } = clip.box;
  let [t0, t1] = [0, 1];
  const clipAxis = (from: number, by: number, low: number, high: number): boolean => {
    if (by === 0) return from >= low && from <= high;
    const [a, b] = [(low - from) / by, (high - from) / by];
    t0 = Math.max(t0, Math.min(a, b));
    t1 = Math.min(t1, Math.max(a, b));
    return t0 <= t1;
  };
  if (!clipAxis(x0, dx, left - TOLERANCE, right + TOLERANCE)) return [];
  if (!clipAxis(y0, dy, top - TOLERANCE, bottom + TOLERANCE)) return [];
  let parts = [t0, t1];
  for (const shape of clip.shapes) {
    const cuts: number[] = [];
    crossings(shape, x0, y0, dx, dy, cuts);
    const next: number[] = [];
    for (let i = 0; i < parts.length; i += 2) {
      const marks = [
        parts[i]!,
        ...cuts.filter((t) => t > parts[i]! && t < parts[i + 1]!).sort((a, b) => a - b),
        parts[i + 1]!,
      ];
      for (let k = 0; k + 1 < marks.length; k++) {
        const middle = (marks[k]! + marks[k + 1]!) / 2;
        if (!isInside(shape, x0 + dx * middle, y0 + dy * middle)) continue;
        if (next.length > 0 && next.at(-1) === marks[k]) next[next.length - 1] = marks[k + 1]!;
        else next.push(marks[k]!, marks[k + 1]!);
      }
    }
    parts = next;
  }
  return parts;
};

/** Clips a filled ring to the half plane a·x + b·y ≥ c. */
const cutToSide = (points: readonly number[], a: number, b: number, c: number): number[] => {
  const out: number[] = [];
  const n = points.length;
  for (let i = 0; i < n; i += 2) {
    const [x0, y0] = [points[i]!, points[i + 1]!];
    const [x1, y1] = [points[(i + 2) % n]!, points[(i + 3) % n]!];
    const [d0, d1] = [a * x0 + b * y0 - c, a * x1 + b * y1 - c];
    if (d0 >= 0) out.push(x0, y0);
    if (d0 >= 0 !== d1 >= 0) {
      const t = d0 / (d0 - d1);
      out.push(x0 + t * (x1 - x0), y0 + t * (y1 - y0));
    }
  }
  return out;
};

/** Clips a filled ring to a box; returns no points if nothing remains. */
const cutToBox = (points: readonly number[], { left, top, right, bottom }: Bounds): number[] =>
  cutToSide(cutToSide(cutToSide(cutToSide(points, 1, 0, left), -1, 0, -right), 0, 1, top), 0, -1, -bottom);

const isConvex = ({ points }: Ring): boolean => {
  let sign = 0;
  const n = points.length;
  for (let i = 0; i < n; i += 2) {
    const [ax, ay] = [points[(i + 2) % n]! - points[i]!, points[(i + 3) % n]! - points[i + 1]!];
    const [bx, by] = [points[(i + 4) % n]! - points[(i + 2) % n]!, points[(i + 5) % n]! - points[(i + 3) % n]!];
    const turn = Math.sign(ax * by - ay * bx);
    if (turn !== 0 && sign !== 0 && turn !== sign) return false;
    if (turn !== 0) sign = turn;
  }
  return sign !== 0;
};

const cutToConvex = (points: readonly number[], convex: Ring): number[] => {
  const corners = convex.points;
  const side = areaOf(corners) > 0 ? 1 : -1;
  let left = [...points];
  for (let i = 0; i < corners.length && left.length > 0; i += 2) {
    const [x0, y0] = [corners[i]!, corners[i + 1]!];
    const [x1, y1] = [corners[(i + 2) % corners.length]!, corners[(i + 3) % corners.length]!];
    const [a, b] = [-(y1 - y0) * side, (x1 - x0) * side];
    left = cutToSide(left, a, b, a * x0 + b * y0);
  }
  return left;
};

/**
 * Clips a filled area. Exact if the clip is axis-aligned or if one of the two is a single convex ring, as nearly all
 * are; otherwise only the clip's box is applied.
 */
export const clipFill = (clip: Clip, rings: readonly Ring[]): Ring[] => {
  const toRing = (points: number[]): Ring[] => (points.length >= 6 ? [{ points, closed: true }] : []);
  let left = rings.flatMap(({ points }) => toRing(cutToBox(points, clip.box)));
  for (const shape of clip.shapes) {
    const [only] = shape;
    const [area] = left;
    if (shape.length === 1 && isConvex(only!)) left = left.flatMap(({ points }) => toRing(cutToConvex(points, only!)));
    else if (left.length === 1 && isConvex(area!))
      left = shape.flatMap(({ points }) => toRing(cutToConvex(points, area!)));
  }
  return left;
};
