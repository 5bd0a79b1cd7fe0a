import type { Pieces } from '../../../drawing/index.ts';
import { countOf } from './straight-pieces.ts';

/** Side of a cell in points. */
const cellPoints = 8;
/** Distance in points from a line at which the cells beside it are passed as well. */
const asidePoints = 1;
/** Number of cells in a row of the plane; keys wrap around, so that distant cells may share one. */
const rowCells = 512;

/** Returns the key of a cell among `count` keys, a power of two. */
const keyOf = (column: number, row: number, count: number): number => (row * rowCells + column) & (count - 1);

const cellAt = (place: number): number => Math.floor(place / cellPoints);

/** Returns the least power of two that is at least `value`. */
const powerFrom = (value: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, value)));

/** A spatial index of straight pieces by the cells along them. */
export class PieceGrid {
  readonly #keys: number;
  readonly #starts: Uint32Array;
  readonly #items: Uint32Array;
  readonly #seen: Uint32Array;
  #visit = 0;

  constructor(pieces: Pieces) {
    const count = countOf(pieces);
    this.#seen = new Uint32Array(count);
    this.#keys = powerFrom(Math.max(4 * count, rowCells ** 2));
    this.#starts = new Uint32Array(this.#keys + 1);
    const { ends } = pieces;
    const each = (visit: (key: number, piece: number) => void) => {
      for (let i = 0; i < count; i++)
        this.#along(ends[4 * i]!, ends[4 * i + 1]!, ends[4 * i + 2]!, ends[4 * i + 3]!, (key) => visit(key, i));
    };
    each((key) => {
      this.#starts[key + 1]!++;
    });
    for (let i = 1; i < this.#starts.length; i++) this.#starts[i]! += this.#starts[i - 1]!;
    const next = this.#starts.slice();
    this.#items = new Uint32Array(this.#starts.at(-1)!);
    each((key, piece) => {
      this.#items[next[key]!++] = piece;
    });
  }

  /** Visits, once each, the pieces that share a cell with a line or have one next to it. */
  near(x0: number, y0: number, x1: number, y1: number, visit: (piece: number) => void): void {
    const turn = ++this.#visit;
    this.#along(x0, y0, x1, y1, (key) => {
      const end = this.#starts[key + 1]!;
      for (let i = this.#starts[key]!; i < end; i++) {
        const piece = this.#items[i]!;
        if (this.#seen[piece] === turn) continue;
        this.#seen[piece] = turn;
        visit(piece);
      }
    });
  }

  /** Whether a piece that shares a cell with a point, or has one next to it, meets a condition. */
  some(x: number, y: number, meets: (piece: number) => boolean): boolean {
    const right = cellAt(x + asidePoints);
    const bottom = cellAt(y + asidePoints);
    for (let v = cellAt(y - asidePoints); v <= bottom; v++)
      for (let u = cellAt(x - asidePoints); u <= right; u++) {
        const key = keyOf(u, v, this.#keys);
        const end = this.#starts[key + 1]!;
        for (let i = this.#starts[key]!; i < end; i++) if (meets(this.#items[i]!)) return true;
      }
    return false;
  }

  /** Passes the cells along a line and beside it; samples lie half a cell apart. */
  #along(x0: number, y0: number, x1: number, y1: number, visit: (key: number) => void): void {
    const steps = Math.max(1, Math.ceil((2 * Math.hypot(x1 - x0, y1 - y0)) / cellPoints));
    // The cells around the sample before, which were passed.
    let [left, top, right, bottom] = [0, 0, -1, -1];
    for (let i = 0; i <= steps; i++) {
      const x = x0 + ((x1 - x0) * i) / steps;
      const y = y0 + ((y1 - y0) * i) / steps;
      const u0 = cellAt(x - asidePoints);
      const v0 = cellAt(y - asidePoints);
      const u1 = cellAt(x + asidePoints);
      const v1 = cellAt(y + asidePoints);
      if (u0 === left && v0 === top && u1 === right && v1 === bottom) continue;
      for (let v = v0; v <= v1; v++)
        for (let u = u0; u <= u1; u++) {
          const isPassed = u >= left && u <= right && v >= top && v <= bottom;
          if (!isPassed) visit(keyOf(u, v, this.#keys));
        }
      left = u0;
      top = v0;
      right = u1;
      bottom = v1;
    }
  }
}

/** Cells per point of the index of ends, and maximum distance in points of ends that are the same. */
const cellsPerPoint = 2;
const sameEndPoints = 0.1;

/** An index of straight pieces by their first ends, which finds a piece that is the same as one of another sheet. */
export class EndIndex {
  readonly #ends: Float64Array;
  readonly #keys: number;
  /** The first piece of each key and the next one of each piece, plus 1; 0 for none. */
  readonly #first: Uint32Array;
  readonly #next: Uint32Array;

  constructor({ ends, pen: { length } }: Pieces) {
    this.#ends = ends;
    this.#keys = powerFrom(2 * length);
    this.#first = new Uint32Array(this.#keys);
    this.#next = new Uint32Array(length);
    for (let i = 0; i < length; i++) {
      const key = this.#keyAt(ends[4 * i]!, ends[4 * i + 1]!);
      this.#next[i] = this.#first[key]!;
      this.#first[key] = i + 1;
    }
  }

  /** Whether there is a piece with the same ends as another that meets a condition; misses ends beside a cell's border. */
  some({ ends }: Pieces, at: number, meets: (piece: number) => boolean): boolean {
    const isNear = (own: number, k: number) => Math.abs(this.#ends[4 * own + k]! - ends[4 * at + k]!) <= sameEndPoints;
    for (let i = this.#first[this.#keyAt(ends[4 * at]!, ends[4 * at + 1]!)]!; i > 0; i = this.#next[i - 1]!) {
      const own = i - 1;
      if (isNear(own, 0) && isNear(own, 1) && isNear(own, 2) && isNear(own, 3) && meets(own)) return true;
    }
    return false;
  }

  #keyAt(x: number, y: number): number {
    // Cells beside each other in a row are so in memory, as most pieces in turn are on the sheet.
    return (Math.floor(x * cellsPerPoint) + Math.imul(Math.floor(y * cellsPerPoint), 0x9e3779b1)) & (this.#keys - 1);
  }
}
