import { boundsOf, crossings, isInside, isUpright } from './clip.ts';
import { lengthBetween } from './line.ts';
import { type Bounds, type Linework, type Ring, TOLERANCE } from './linework.ts';
import { minimumCoverPoints } from './thresholds/strokes.ts';

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
  /** Whether the area is its box. */
  isBox: boolean;
  /** Number of the last line that was tested against it, so that no line meets it twice. */
  tested: number;
}

/**
 * The opaque areas of a page, added from the last painted to the first; content painted before an area is hidden by
 * it.
 */
export class Covers {
  readonly #columns: number;
  readonly #rows: number;
  readonly #squares: (Cover[] | undefined)[];
  readonly #found: Cover[] = [];
  #count = 0;
  #lines = 0;

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
    const box = boundsOf(rings[0]!.points);
    for (let i = 1; i < rings.length; i++) {
      const other = boundsOf(rings[i]!.points);
      box.left = Math.min(box.left, other.left);
      box.top = Math.min(box.top, other.top);
      box.right = Math.max(box.right, other.right);
      box.bottom = Math.max(box.bottom, other.bottom);
    }
    if (box.right - box.left < minimumCoverPoints || box.bottom - box.top < minimumCoverPoints) return;
    this.#count++;
    const cover = { rings, box, isBox: rings.length === 1 && isUpright(rings[0]!), tested: 0 };
    const u1 = this.#column(box.right);
    const v1 = this.#row(box.bottom);
    for (let v = this.#row(box.top); v <= v1; v++) {
      for (let u = this.#column(box.left); u <= u1; u++) {
        const at = v * this.#columns + u;
        const known = this.#squares[at];
        if (known) known.push(cover);
        else this.#squares[at] = [cover];
      }
    }
  }

  /** Collects the areas that may hide a part of a line with these bounds in `#found`. @returns their number */
  #find(left: number, top: number, right: number, bottom: number): number {
    const line = ++this.#lines;
    let count = 0;
    const u0 = this.#column(left);
    const u1 = this.#column(right);
    const v1 = this.#row(bottom);
    for (let v = this.#row(top); v <= v1; v++) {
      for (let u = u0; u <= u1; u++) {
        const square = this.#squares[v * this.#columns + u];
        if (square === undefined) continue;
        for (let i = 0; i < square.length && count < maximumTries; i++) {
          const cover = square[i]!;
          if (cover.tested === line) continue;
          cover.tested = line;
          const { box } = cover;
          // A line on the border of an area is visible, so that it must reach further inside.
          if (
            box.left + TOLERANCE < right &&
            left < box.right - TOLERANCE &&
            box.top + TOLERANCE < bottom &&
            top < box.bottom - TOLERANCE
          )
            this.#found[count++] = cover;
        }
      }
    }
    return count;
  }

  /** Passes the parts of a line that no area hides to `keep`. A line on the border of an area is visible. */
  visibleParts(
    x0: number,
    y0: number,
    x1: number,
    y1: number,
    keep: (x0: number, y0: number, x1: number, y1: number) => void,
  ): void {
    const length = lengthBetween(x0, y0, x1, y1);
    if (length === 0) return;
    const count =
      this.#count === 0 ? 0 : this.#find(Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1));
    if (count === 0) {
      keep(x0, y0, x1, y1);
      return;
    }
    const allowed = TOLERANCE / length;
    let parts = [0, 1];
    for (let i = 0; i < count && parts.length > 0; i++) {
      const { rings, box, isBox } = this.#found[i]!;
      const marks: number[] = [];
      crossings(rings, x0, y0, x1 - x0, y1 - y0, marks);
      marks.push(0, 1);
      marks.sort(ascending);
      for (let k = 0; k + 1 < marks.length && parts.length > 0; k++) {
        const from = marks[k]!;
        const to = marks[k + 1]!;
        if (to - from <= allowed) continue;
        const x = x0 + ((from + to) / 2) * (x1 - x0);
        const y = y0 + ((from + to) / 2) * (y1 - y0);
        if (isBox ? isWellWithin(box, x, y) : isDeepInside(rings, x, y)) parts = subtractInterval(parts, from, to);
      }
    }
    for (let i = 0; i < parts.length; i += 2) {
      const a = parts[i]!;
      const b = parts[i + 1]!;
      if (b - a > Math.min(allowed, 0.5))
        keep(x0 + a * (x1 - x0), y0 + a * (y1 - y0), x0 + b * (x1 - x0), y0 + b * (y1 - y0));
    }
  }

  #column(x: number): number {
    return Math.min(this.#columns - 1, Math.max(0, Math.floor(x / squarePoints)));
  }

  #row(y: number): number {
    return Math.min(this.#rows - 1, Math.max(0, Math.floor(y / squarePoints)));
  }
}

const ascending = (a: number, b: number): number => a - b;

const isWellWithin = ({ left, top, right, bottom }: Bounds, x: number, y: number): boolean =>
  x > left + TOLERANCE && x < right - TOLERANCE && y > top + TOLERANCE && y < bottom - TOLERANCE;

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
