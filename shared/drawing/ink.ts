import type { Coverage } from './coverage.ts';
import { type Line, lengthOf } from './line.ts';
import type { Bounds } from './linework.ts';

/** Side in points of a square of the raster. */
export const inkSquarePoints = 4;

/** A rectangle of squares: first and last column and row. */
export interface Part {
  u0: number;
  v0: number;
  u1: number;
  v1: number;
}

/** How many squares with ink there are above each square in its column, and before it in its row. */
class Profiles {
  readonly above: Uint32Array;
  readonly before: Uint32Array;

  constructor(columns: number, rows: number) {
    this.above = new Uint32Array(columns * (rows + 1));
    this.before = new Uint32Array((columns + 1) * rows);
  }
}

/** The squares of a page with ink, and how many of them there are in any part of a row or column. */
export class Ink {
  readonly columns: number;
  readonly rows: number;
  /** 1 for lettering, 2 for lines, 3 for lines that connect drawings alone, 4 for what connects them without being a line. */
  readonly #ink: Uint8Array;
  #all = new Profiles(0, 0);
  /** Without the squares that contain connecting lines alone. */
  #own = new Profiles(0, 0);
  /** The number of squares with lines above and to the left of each square. */
  #lines = new Uint32Array(0);

  constructor({ width, height }: { width: number; height: number }) {
    this.columns = Math.max(1, Math.ceil(width / inkSquarePoints));
    this.rows = Math.max(1, Math.ceil(height / inkSquarePoints));
    this.#ink = new Uint8Array(this.columns * this.rows);
  }

  mark(x: number, y: number, value: 2 | 3 = 2): void {
    const u = Math.floor(x / inkSquarePoints);
    const v = Math.floor(y / inkSquarePoints);
    if (u >= 0 && v >= 0 && u < this.columns && v < this.rows) this.#ink[v * this.columns + u] = value;
  }

  /** Marks the squares of lines. */
  drawLines(lines: readonly Line[], value: 2 | 3): void {
    for (const line of lines) {
      const steps = Math.ceil(lengthOf(line) / (inkSquarePoints / 2)) + 1;
      const dx = (line.x1 - line.x0) / steps;
      const dy = (line.y1 - line.y0) / steps;
      if (dx === 0 || dy === 0) this.#markBetween(line.x0, line.y0, line.x0 + steps * dx, line.y0 + steps * dy, value);
      else for (let i = 0; i <= steps; i++) this.mark(line.x0 + i * dx, line.y0 + i * dy, value);
    }
  }

  /** Marks the squares of a level or upright line. */
  #markBetween(x0: number, y0: number, x1: number, y1: number, value: 2 | 3): void {
    const { columns, rows } = this;
    const left = Math.max(0, Math.floor(Math.min(x0, x1) / inkSquarePoints));
    const right = Math.min(columns - 1, Math.floor(Math.max(x0, x1) / inkSquarePoints));
    const top = Math.max(0, Math.floor(Math.min(y0, y1) / inkSquarePoints));
    const bottom = Math.min(rows - 1, Math.floor(Math.max(y0, y1) / inkSquarePoints));
    for (let v = top; v <= bottom; v++)
      if (left <= right) this.#ink.fill(value, v * columns + left, v * columns + right + 1);
  }

  /** Marks the squares of arcs and of the borders of areas. */
  drawRest({ arcs, areas }: Coverage): void {
    for (const { x, y, radius, from, sweep } of arcs) {
      const steps = Math.ceil((radius * sweep) / (inkSquarePoints / 2)) + 1;
      for (let i = 0; i <= steps; i++) {
        const angle = from + (sweep * i) / steps;
        this.mark(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
      }
    }
    for (const { points } of areas)
      for (let i = 0; i + 1 < points.length; i += 2) this.mark(points[i]!, points[i + 1]!);
  }

  /** Sets the squares of a box: 0 clears them, 1 marks those without ink as lettering. */
  fill(box: Bounds, value: 0 | 1): void {
    const { u0, v0, u1, v1 } = this.partOf(box);
    for (let v = v0; v <= v1; v++)
      for (let at = v * this.columns + u0; at <= v * this.columns + u1; at++)
        this.#ink[at] = value === 0 ? 0 : this.#ink[at]! % 3 || 1;
  }

  /** Makes the ink in a box such as connects drawings, and counts as no line. */
  connect(box: Bounds): void {
    const { u0, v0, u1, v1 } = this.partOf(box);
    for (let v = v0; v <= v1; v++)
      for (let at = v * this.columns + u0; at <= v * this.columns + u1; at++) if (this.#ink[at]! > 0) this.#ink[at] = 4;
  }

  /** Counts the ink. Must be called after the last change and before the methods below. */
  count(): void {
    const { columns, rows } = this;
    const all = new Profiles(columns, rows);
    const own = new Profiles(columns, rows);
    this.#all = all;
    this.#own = own;
    this.#lines = new Uint32Array((columns + 1) * (rows + 1));
    for (let v = 0; v < rows; v++) {
      let inRow = 0;
      for (let u = 0; u < columns; u++) {
        const ink = this.#ink[v * columns + u]!;
        const below = (v + 1) * columns + u;
        const after = v * (columns + 1) + u + 1;
        const here = ink > 0 ? 1 : 0;
        const ownHere = ink === 1 || ink === 2 ? 1 : 0;
        all.above[below] = all.above[below - columns]! + here;
        all.before[after] = all.before[after - 1]! + here;
        own.above[below] = own.above[below - columns]! + ownHere;
        own.before[after] = own.before[after - 1]! + ownHere;
        if (ink === 2 || ink === 3) inRow++;
        this.#lines[(v + 1) * (columns + 1) + u + 1] = this.#lines[v * (columns + 1) + u + 1]! + inRow;
      }
    }
  }

  /**
   * Returns the number of squares with ink in each column of a part, or in each row.
   * @param isConnected whether the lines that connect drawings count
   */
  profileOf({ u0, v0, u1, v1 }: Part, isAcross: boolean, isConnected = true): Uint32Array {
    const { columns } = this;
    const { above, before } = isConnected ? this.#all : this.#own;
    if (isAcross) {
      const counts = new Uint32Array(u1 - u0 + 1);
      for (let u = u0; u <= u1; u++) counts[u - u0] = above[(v1 + 1) * columns + u]! - above[v0 * columns + u]!;
      return counts;
    }
    const counts = new Uint32Array(v1 - v0 + 1);
    for (let v = v0; v <= v1; v++) {
      const at = v * (columns + 1);
      counts[v - v0] = before[at + u1 + 1]! - before[at + u0]!;
    }
    return counts;
  }

  /** Returns the number of squares of a part that contain lines rather than lettering alone. */
  linesIn({ u0, v0, u1, v1 }: Part): number {
    const row = this.columns + 1;
    const at = (u: number, v: number) => this.#lines[v * row + u]!;
    return at(u1 + 1, v1 + 1) - at(u0, v1 + 1) - at(u1 + 1, v0) + at(u0, v0);
  }

  /** Returns the number of squares of a part with ink. */
  inkIn({ u0, v0, u1, v1 }: Part): number {
    let sum = 0;
    for (let v = v0; v <= v1; v++) {
      const at = v * (this.columns + 1);
      sum += this.#all.before[at + u1 + 1]! - this.#all.before[at + u0]!;
    }
    return sum;
  }

  /** Returns a part without the empty rows and columns at its sides; undefined if it has no ink. */
  trimmed({ u0, v0, u1, v1 }: Part): Part | undefined {
    const { columns } = this;
    const { above, before } = this.#all;
    const isRowEmpty = (v: number) => before[v * (columns + 1) + u1 + 1] === before[v * (columns + 1) + u0];
    let [top, bottom] = [v0, v1];
    while (top <= bottom && isRowEmpty(top)) top++;
    if (top > bottom) return undefined;
    while (isRowEmpty(bottom)) bottom--;
    const isColumnEmpty = (u: number) => above[(bottom + 1) * columns + u] === above[top * columns + u];
    let [left, right] = [u0, u1];
    while (isColumnEmpty(left)) left++;
    while (isColumnEmpty(right)) right--;
    return { u0: left, v0: top, u1: right, v1: bottom };
  }

  /** Returns the squares of a box, as far as they are on the page. */
  partOf({ left, top, right, bottom }: Bounds): Part {
    const within = (value: number, count: number) =>
      Math.min(count - 1, Math.max(0, Math.floor(value / inkSquarePoints)));
    return {
      u0: within(left, this.columns),
      v0: within(top, this.rows),
      u1: within(right, this.columns),
      v1: within(bottom, this.rows),
    };
  }
}

/** Returns the box of squares in points. */
export const boxOfPart = ({ u0, v0, u1, v1 }: Part): Bounds => ({
  left: u0 * inkSquarePoints,
  top: v0 * inkSquarePoints,
  right: (u1 + 1) * inkSquarePoints,
  bottom: (v1 + 1) * inkSquarePoints,
});
