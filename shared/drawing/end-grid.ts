import { TOLERANCE } from './linework.ts';

/** Side of a cell in points, chosen for a few ends per cell on a dense sheet. */
const endCellPoints = 8;

/** A spatial index of the ends of straight pieces. */
export class EndGrid {
  readonly #starts: Uint32Array;
  readonly #pieces: Uint32Array;
  readonly #columns: number;
  readonly #rows: number;
  readonly #left: number;
  readonly #top: number;

  /** @param ends x0, y0, x1, y1 of each of the `count` pieces */
  constructor(ends: Float64Array, count: number) {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < 4 * count; i += 2) {
      const [x, y] = [ends[i]!, ends[i + 1]!];
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    }
    this.#left = count > 0 ? left - endCellPoints : 0;
    this.#top = count > 0 ? top - endCellPoints : 0;
    this.#columns = count > 0 ? Math.ceil((right - left) / endCellPoints) + 3 : 1;
    this.#rows = count > 0 ? Math.ceil((bottom - top) / endCellPoints) + 3 : 1;
    this.#starts = new Uint32Array(this.#columns * this.#rows + 1);
    const cells = new Uint32Array(2 * count);
    for (let i = 0; i < 2 * count; i++) {
      const at = this.#cellOf(ends[2 * i]!, ends[2 * i + 1]!);
      cells[i] = at;
      this.#starts[at + 1]!++;
    }
    for (let i = 1; i < this.#starts.length; i++) this.#starts[i]! += this.#starts[i - 1]!;
    const next = this.#starts.slice();
    this.#pieces = new Uint32Array(2 * count);
    for (let i = 0; i < 2 * count; i++) this.#pieces[next[cells[i]!]!++] = i >> 1;
  }

  #cellOf(x: number, y: number): number {
    const u = Math.min(this.#columns - 1, Math.max(0, Math.floor((x - this.#left) / endCellPoints)));
    const v = Math.min(this.#rows - 1, Math.max(0, Math.floor((y - this.#top) / endCellPoints)));
    return v * this.#columns + u;
  }

  #visitCell(at: number, visit: (piece: number) => void): void {
    for (let i = this.#starts[at]!; i < this.#starts[at + 1]!; i++) visit(this.#pieces[i]!);
  }

  /** Visits the pieces with an end near the point; may visit a piece twice, and some that are further away. */
  near(x: number, y: number, reach: number, visit: (piece: number) => void): void {
    const first = this.#cellOf(x - reach, y - reach);
    const last = this.#cellOf(x + reach, y + reach);
    const columns = (last % this.#columns) - (first % this.#columns);
    for (let row = first; row <= last; row += this.#columns) {
      for (let at = row; at <= row + columns; at++) this.#visitCell(at, visit);
    }
  }

  /**
   * Visits the pieces with an end near the line from `a` in direction `u`, between two distances along it; some
   * twice.
   */
  along(
    ax: number,
    ay: number,
    ux: number,
    uy: number,
    from: number,
    to: number,
    visit: (piece: number) => void,
  ): void {
    const reach = 1.5 * TOLERANCE;
    // Sample the line at half a cell's distance, on both sides of it.
    const [start, end] = [from - reach, to + reach];
    const steps = Math.ceil((end - start) / (endCellPoints / 2));
    let last = -1;
    let lastAside = -1;
    for (let i = 0; i <= steps; i++) {
      const t = start + ((end - start) * i) / Math.max(1, steps);
      const [x, y] = [ax + ux * t, ay + uy * t];
      const here = this.#cellOf(x - uy * reach, y + ux * reach);
      const aside = this.#cellOf(x + uy * reach, y - ux * reach);
      if (here !== last && here !== lastAside) this.#visitCell(here, visit);
      if (aside !== here && aside !== last && aside !== lastAside) this.#visitCell(aside, visit);
      last = here;
      lastAside = aside;
    }
  }
}
