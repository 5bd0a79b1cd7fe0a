import { TOLERANCE } from './linework.ts';

/** A spatial index of points: the points of each square, one after the other. */
export class PointGrid {
  readonly #starts: Uint32Array;
  readonly #items: Uint32Array;
  readonly #columns: number;
  readonly #rows: number;
  readonly #left: number;
  readonly #top: number;
  readonly #side: number;

  /**
   * @param points x and y of each
   * @param side of a square in points, chosen for a few entries per square on a dense sheet
   */
  constructor(points: Float64Array, side: number) {
    const count = points.length / 2;
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < points.length; i += 2) {
      const x = points[i]!;
      const y = points[i + 1]!;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    }
    this.#side = side;
    this.#left = count > 0 ? left - side : 0;
    this.#top = count > 0 ? top - side : 0;
    this.#columns = count > 0 ? Math.ceil((right - left) / side) + 3 : 1;
    this.#rows = count > 0 ? Math.ceil((bottom - top) / side) + 3 : 1;
    this.#starts = new Uint32Array(this.#columns * this.#rows + 1);
    const cells = new Uint32Array(count);
    for (let i = 0; i < count; i++) {
      const at = this.#row(points[2 * i + 1]!) * this.#columns + this.#column(points[2 * i]!);
      cells[i] = at;
      this.#starts[at + 1]!++;
    }
    for (let i = 1; i < this.#starts.length; i++) this.#starts[i]! += this.#starts[i - 1]!;
    const next = this.#starts.slice();
    this.#items = new Uint32Array(count);
    for (let i = 0; i < count; i++) this.#items[next[cells[i]!]!++] = i;
  }

  #column(x: number): number {
    return Math.min(this.#columns - 1, Math.max(0, Math.floor((x - this.#left) / this.#side)));
  }

  #row(y: number): number {
    return Math.min(this.#rows - 1, Math.max(0, Math.floor((y - this.#top) / this.#side)));
  }

  #visitCell(at: number, visit: (item: number) => void): void {
    const end = this.#starts[at + 1]!;
    for (let i = this.#starts[at]!; i < end; i++) visit(this.#items[i]!);
  }

  /** Visits the points in a box, and some that are further away. */
  within(left: number, top: number, right: number, bottom: number, visit: (item: number) => void): void {
    const u0 = this.#column(left);
    const u1 = this.#column(right);
    const v1 = this.#row(bottom);
    for (let v = this.#row(top); v <= v1; v++) {
      const end = this.#starts[v * this.#columns + u1 + 1]!;
      for (let i = this.#starts[v * this.#columns + u0]!; i < end; i++) visit(this.#items[i]!);
    }
  }

  /** Visits the points near the line from `a` in direction `u`, between two distances along it. */
  along(ax: number, ay: number, ux: number, uy: number, from: number, to: number, visit: (item: number) => void): void {
    const reach = 1.5 * TOLERANCE;
    // Sample the line at half a square's distance, on both sides of it.
    const start = from - reach;
    const end = to + reach;
    const steps = Math.max(1, Math.ceil((end - start) / (this.#side / 2)));
    let last = -1;
    let lastAside = -1;
    for (let i = 0; i <= steps; i++) {
      const t = start + ((end - start) * i) / steps;
      const x = ax + ux * t;
      const y = ay + uy * t;
      const here = this.#row(y + ux * reach) * this.#columns + this.#column(x - uy * reach);
      const aside = this.#row(y - ux * reach) * this.#columns + this.#column(x + uy * reach);
      if (here !== last && here !== lastAside) this.#visitCell(here, visit);
      if (aside !== here && aside !== last && aside !== lastAside) this.#visitCell(aside, visit);
      last = here;
      lastAside = aside;
    }
  }
}
