import { countOf, type Pieces } from './straight-pieces.ts';

/** Side of a cell in points. */
const cellPoints = 8;

/** A spatial index of straight pieces by the cells along them. */
export class PieceGrid {
  readonly #cells = new Map<number, number[]>();
  readonly #seen: Uint32Array;
  #visit = 0;

  constructor(pieces: Pieces) {
    const count = countOf(pieces);
    this.#seen = new Uint32Array(count);
    const { ends } = pieces;
    for (let i = 0; i < count; i++) {
      this.#along(ends[4 * i]!, ends[4 * i + 1]!, ends[4 * i + 2]!, ends[4 * i + 3]!, (key) => {
        const there = this.#cells.get(key);
        if (!there) this.#cells.set(key, [i]);
        else if (there.at(-1) !== i) there.push(i);
      });
    }
  }

  /** Visits, once each, the pieces that share a cell with a line or have one next to it. */
  near(x0: number, y0: number, x1: number, y1: number, visit: (piece: number) => void): void {
    this.#visit++;
    this.#along(x0, y0, x1, y1, (key) => {
      for (const piece of this.#cells.get(key) ?? []) {
        if (this.#seen[piece] === this.#visit) continue;
        this.#seen[piece] = this.#visit;
        visit(piece);
      }
    });
  }

  /** Passes the cells along a line and beside it: samples lie half a cell apart, a quarter of a cell to either side. */
  #along(x0: number, y0: number, x1: number, y1: number, visit: (key: number) => void): void {
    const length = Math.hypot(x1 - x0, y1 - y0);
    const steps = Math.max(1, Math.ceil((2 * length) / cellPoints));
    const aside = Math.min(1, cellPoints / 4);
    let last = Number.NaN;
    for (let i = 0; i <= steps; i++) {
      const [x, y] = [x0 + ((x1 - x0) * i) / steps, y0 + ((y1 - y0) * i) / steps];
      for (const [u, v] of [
        [x - aside, y - aside],
        [x + aside, y - aside],
        [x - aside, y + aside],
        [x + aside, y + aside],
      ] as const) {
        const key = Math.floor(v / cellPoints) * 65_536 + Math.floor(u / cellPoints);
        if (key === last) continue;
        last = key;
        visit(key);
      }
    }
  }
}
