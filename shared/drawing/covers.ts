import { boundsOf, crossings, isInside } from './clip.ts';
import { type Bounds, type Linework, type Ring, TOLERANCE } from './linework.ts';

/** Minimum side in points of an opaque area; smaller ones (arrowheads, dots, letters) hide nothing relevant. */
const minimumCoverPoints = 4;
/** Side in points of a square of the spatial index. */
const squarePoints = 64;
/**
 * Maximum number of areas, and of corners of one. Hatches of filled patches stay within these limits; beyond them
 * some hidden lines remain.
 */
const maximumCovers = 20_000;
const maximumCorners = 400;
/** Maximum number of areas tested against one piece of a line. */
const maximumTries = 200;

interface Cover {
  rings: readonly Ring[];
  box: Bounds;
}

/**
 * The opaque areas of a page, added from the last painted to the first; content painted before an area is hidden by
 * it.
 */
export class Covers {
  readonly #columns: number;
  readonly #rows: number;
  readonly #squares: (Cover[] | undefined)[];
  #count = 0;

  constructor({ width, height }: Linework) {
    this.#columns = Math.max(1, Math.ceil(width / squarePoints));
    this.#rows = Math.max(1, Math.ceil(height / squarePoints));
    this.#squares = new Array(this.#columns * this.#rows);
  }

  add(rings: readonly Ring[]): void {
    if (this.#count >= maximumCovers) return;
    let corners = 0;
    for (const { points } of rings) corners += points.length / 2;
    if (corners < 3 || corners > maximumCorners) return;
    const box = rings.map(({ points }) => boundsOf(points)).reduce(union);
    if (box.right - box.left < minimumCoverPoints || box.bottom - box.top < minimumCoverPoints) return;
    this.#count++;
    const cover = { rings, box };
    this.#eachSquare(box, (at) => {
      const known = this.#squares[at];
      if (known) known.push(cover);
      else this.#squares[at] = [cover];
    });
  }

  /** Passes the parts of a line that no area hides to `keep`. A line on the border of an area is visible. */
  visibleParts(
    x0: number,
    y0: number,
    x1: number,
    y1: number,
    keep: (x0: number, y0: number, x1: number, y1: number) => void,
  ): void {
    if (this.#count === 0) {
      keep(x0, y0, x1, y1);
      return;
    }
    const box = { left: Math.min(x0, x1), top: Math.min(y0, y1), right: Math.max(x0, x1), bottom: Math.max(y0, y1) };
    const found = new Set<Cover>();
    this.#eachSquare(box, (at) => {
      for (const cover of this.#squares[at] ?? []) {
        if (found.size < maximumTries && touches(cover.box, box)) found.add(cover);
      }
    });
    let parts = [0, 1];
    const length = Math.hypot(x1 - x0, y1 - y0);
    if (length === 0) return;
    const allowed = TOLERANCE / length;
    for (const { rings } of found) {
      const marks: number[] = [];
      crossings(rings, x0, y0, x1 - x0, y1 - y0, marks);
      marks.push(0, 1);
      marks.sort((a, b) => a - b);
      for (let i = 0; i + 1 < marks.length && parts.length > 0; i++) {
        const [from, to] = [marks[i]!, marks[i + 1]!];
        if (to - from <= allowed) continue;
        if (isDeepInside(rings, x0 + ((from + to) / 2) * (x1 - x0), y0 + ((from + to) / 2) * (y1 - y0))) {
          parts = subtractInterval(parts, from, to);
        }
      }
      if (parts.length === 0) return;
    }
    for (let i = 0; i < parts.length; i += 2) {
      const [a, b] = [parts[i]!, parts[i + 1]!];
      if (b - a > Math.min(allowed, 0.5))
        keep(x0 + a * (x1 - x0), y0 + a * (y1 - y0), x0 + b * (x1 - x0), y0 + b * (y1 - y0));
    }
  }

  #eachSquare({ left, top, right, bottom }: Bounds, visit: (at: number) => void): void {
    const within = (value: number, count: number) => Math.min(count - 1, Math.max(0, Math.floor(value / squarePoints)));
    const [u0, u1] = [within(left, this.#columns), within(right, this.#columns)];
    const [v0, v1] = [within(top, this.#rows), within(bottom, this.#rows)];
    for (let v = v0; v <= v1; v++) for (let u = u0; u <= u1; u++) visit(v * this.#columns + u);
  }
}

const union = (a: Bounds, b: Bounds): Bounds => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});

const touches = (a: Bounds, b: Bounds): boolean =>
  a.left < b.right + TOLERANCE &&
  b.left < a.right + TOLERANCE &&
  a.top < b.bottom + TOLERANCE &&
  b.top < a.bottom + TOLERANCE;

/** Whether a point and its surroundings within the tolerance lie inside the rings. */
const isDeepInside = (rings: readonly Ring[], x: number, y: number): boolean =>
  isInside(rings, x - TOLERANCE, y - TOLERANCE, true) &&
  isInside(rings, x + TOLERANCE, y - TOLERANCE, true) &&
  isInside(rings, x - TOLERANCE, y + TOLERANCE, true) &&
  isInside(rings, x + TOLERANCE, y + TOLERANCE, true);

/** Returns the parts of a line without the interval between two fractions of it. */
const subtractInterval = (parts: readonly number[], from: number, to: number): number[] => {
  const left: number[] = [];
  for (let i = 0; i < parts.length; i += 2) {
    const [a, b] = [parts[i]!, parts[i + 1]!];
    if (to <= a || from >= b) left.push(a, b);
    else {
      if (from > a) left.push(a, from);
      if (to < b) left.push(to, b);
    }
  }
  return left;
};
