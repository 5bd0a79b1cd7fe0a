import { grown } from './boxes.ts';
import type { Line } from './line.ts';
import type { Bounds } from './linework.ts';

/** Side in points of a square. */
const squarePoints = 48;

/** A spatial index of the squares that lines pass through. */
export class LineIndex {
  readonly lines: readonly Line[];
  /** Right and bottom end of the lines, in points. */
  readonly width: number;
  readonly height: number;
  readonly #starts: Uint32Array;
  readonly #items: Uint32Array;
  readonly #columns: number;
  readonly #rows: number;
  readonly #seen: Uint32Array;
  /** Left, top, right and bottom of each line. */
  readonly #boxes: Float64Array;
  #query = 0;

  constructor(lines: readonly Line[]) {
    this.lines = lines;
    this.#boxes = new Float64Array(4 * lines.length);
    let [right, bottom, place] = [0, 0, 0];
    for (const { x0, y0, x1, y1 } of lines) {
      right = Math.max(right, x1);
      bottom = Math.max(bottom, y0, y1);
      this.#boxes[place++] = Math.min(x0, x1);
      this.#boxes[place++] = Math.min(y0, y1);
      this.#boxes[place++] = Math.max(x0, x1);
      this.#boxes[place++] = Math.max(y0, y1);
    }
    this.width = right;
    this.height = bottom;
    this.#columns = Math.floor(right / squarePoints) + 1;
    this.#rows = Math.floor(bottom / squarePoints) + 1;
    this.#seen = new Uint32Array(lines.length);
    this.#starts = new Uint32Array(this.#columns * this.#rows + 1);
    let index = 0;
    const count = (square: number) => {
      this.#starts[square + 1]!++;
    };
    for (const line of lines) this.#eachSquare(line, count);
    for (let i = 1; i < this.#starts.length; i++) this.#starts[i]! += this.#starts[i - 1]!;
    const next = this.#starts.slice();
    this.#items = new Uint32Array(this.#starts.at(-1)!);
    const put = (square: number) => {
      this.#items[next[square]!++] = index;
    };
    for (; index < lines.length; index++) this.#eachSquare(lines[index]!, put);
  }

  /** Visits the lines that pass near a box, each once, and some that pass further away. */
  near(box: Bounds, reach: number, visit: (line: Line, index: number) => void): void {
    this.#visit(grown(box, reach), undefined, visit);
  }

  /** Visits the lines whose own boxes touch a box, each once: on dense pages a small part of those near it. */
  touching(box: Bounds, visit: (line: Line, index: number) => void): void {
    this.#visit(box, this.#boxes, visit);
  }

  /** Visits the lines in the squares of a box; only those that touch it if their boxes are given. */
  #visit(
    { left, top, right, bottom }: Bounds,
    boxes: Float64Array | undefined,
    visit: (line: Line, index: number) => void,
  ): void {
    const query = ++this.#query;
    const u0 = this.#column(left);
    const u1 = this.#column(right);
    const v1 = this.#row(bottom);
    for (let v = this.#row(top); v <= v1; v++) {
      const end = this.#starts[v * this.#columns + u1 + 1]!;
      for (let i = this.#starts[v * this.#columns + u0]!; i < end; i++) {
        const item = this.#items[i]!;
        if (boxes) {
          if (boxes[4 * item]! > right || boxes[4 * item + 2]! < left) continue;
          if (boxes[4 * item + 1]! > bottom || boxes[4 * item + 3]! < top) continue;
        }
        if (this.#seen[item] === query) continue;
        this.#seen[item] = query;
        visit(this.lines[item]!, item);
      }
    }
  }

  #column(x: number): number {
    return Math.min(this.#columns - 1, Math.max(0, Math.floor(x / squarePoints)));
  }

  #row(y: number): number {
    return Math.min(this.#rows - 1, Math.max(0, Math.floor(y / squarePoints)));
  }

  /** Visits the squares of a line row by row: in each row those between its ends in that row. */
  #eachSquare({ x0, y0, x1, y1 }: Line, visit: (square: number) => void): void {
    const top = Math.min(y0, y1);
    const bottom = Math.max(y0, y1);
    const v0 = this.#row(top);
    const v1 = this.#row(bottom);
    const slope = bottom > top ? (x1 - x0) / (y1 - y0) : 0;
    for (let v = v0; v <= v1; v++) {
      const a = v === v0 || v0 === v1 ? top : v * squarePoints;
      const b = v === v1 || v0 === v1 ? bottom : (v + 1) * squarePoints;
      const from = v0 === v1 ? x0 : x0 + (a - y0) * slope;
      const to = v0 === v1 ? x1 : x0 + (b - y0) * slope;
      const u1 = this.#column(Math.max(from, to));
      for (let u = this.#column(Math.min(from, to)); u <= u1; u++) visit(v * this.#columns + u);
    }
  }
}
