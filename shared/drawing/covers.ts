import { boundsOf, crossings, isInside } from './clip.ts';
import { type Bounds, type Linework, type Ring, TOLERANCE } from './linework.ts';

/** Opaque areas smaller than this to a side hide nothing that is looked for: arrowheads, dots, letters. Points. */
const smallestCover = 4;
/** Side of a square of the index, points. */
const square = 64;
/** Areas that are looked at, and corners of one: hatches of filled patches stay within, at the cost of some hidden lines. */
const mostCovers = 20_000;
const mostCorners = 400;
/** Areas that one piece of a line is tried against. */
const mostTries = 200;

interface Cover {
  rings: readonly Ring[];
  box: Bounds;
}

/** Opaque areas of a page, added from the last painted to the first: what is painted before them does not show. */
export class Covers {
  readonly #columns: number;
  readonly #rows: number;
  readonly #squares: (Cover[] | undefined)[];
  #count = 0;

  constructor({ width, height }: Linework) {
    this.#columns = Math.max(1, Math.ceil(width / square));
    this.#rows = Math.max(1, Math.ceil(height / square));
    this.#squares = new Array(this.#columns * this.#rows);
  }

  add(rings: readonly Ring[]): void {
    if (this.#count >= mostCovers) return;
    let corners = 0;
    for (const { points } of rings) corners += points.length / 2;
    if (corners < 3 || corners > mostCorners) return;
    const box = rings.map(({ points }) => boundsOf(points)).reduce(union);
    if (box.right - box.left < smallestCover || box.bottom - box.top < smallestCover) return;
    this.#count++;
    const cover = { rings, box };
    this.#eachSquare(box, (at) => {
      const known = this.#squares[at];
      if (known) known.push(cover);
      else this.#squares[at] = [cover];
    });
  }

  /** Hands the parts of a line that no cover hides to `keep`. A line on the border of a cover shows. */
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
        if (found.size < mostTries && touches(cover.box, box)) found.add(cover);
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
          parts = without(parts, from, to);
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
    const within = (value: number, count: number) => Math.min(count - 1, Math.max(0, Math.floor(value / square)));
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

/** A point and its surroundings within the tolerance lie in the rings. */
const isDeepInside = (rings: readonly Ring[], x: number, y: number): boolean =>
  isInside(rings, x - TOLERANCE, y - TOLERANCE, true) &&
  isInside(rings, x + TOLERANCE, y - TOLERANCE, true) &&
  isInside(rings, x - TOLERANCE, y + TOLERANCE, true) &&
  isInside(rings, x + TOLERANCE, y + TOLERANCE, true);

/** Parts of a line less what lies between two fractions of it. */
const without = (parts: readonly number[], from: number, to: number): number[] => {
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
