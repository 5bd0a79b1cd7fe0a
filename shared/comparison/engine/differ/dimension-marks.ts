import type { AlignedSheets } from '../align/align-sheets.ts';
import { type Box, inflate } from '../geometry.ts';
import type { TextLine } from '../read/text-lines.ts';
import { added, removed, unchanged } from './ink-difference.ts';
import type { TextChange } from './text-difference.ts';

/** Points to either side of a line's middle that its own ink, with what a renderer rounds, takes at most. */
const breadth = 1.4;
/** Heights of the lettering that an arrow or a stroke reaches over from the end of its line. */
const markReach = 0.9;
/** Heights of the lettering that an extension line runs on to either side; what runs further is no part of a dimension. */
const longest = 5;
/** Points within which the pieces of one line lie that ink of both sheets keeps apart. */
const bridge = 2;

/** A picture's marks of one kind, to be taken away. */
class Taking {
  left = Number.POSITIVE_INFINITY;
  right = -1;
  top = Number.POSITIVE_INFINITY;
  bottom = -1;
  readonly #marks: Uint8Array;
  readonly #sheets: AlignedSheets;
  readonly #kind: number;

  constructor(marks: Uint8Array, sheets: AlignedSheets, kind: number) {
    [this.#marks, this.#sheets, this.#kind] = [marks, sheets, kind];
  }

  has(x: number, y: number): boolean {
    const { width, height } = this.#sheets;
    return x >= 0 && y >= 0 && x < width && y < height && (this.#marks[y * width + x]! & this.#kind) !== 0;
  }

  take(x: number, y: number): void {
    this.#marks[y * this.#sheets.width + x] = unchanged;
    [this.left, this.right] = [Math.min(this.left, x), Math.max(this.right, x)];
    [this.top, this.bottom] = [Math.min(this.top, y), Math.max(this.bottom, y)];
  }

  /** Marks within a box of points that hang together with those along its middle part. */
  takeConnected(box: Box, seeds: Box): void {
    const [x0, y0, x1, y1] = this.#pixels(box);
    const queue: [number, number][] = [];
    const [left, top, right, bottom] = this.#pixels(seeds);
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) if (this.has(x, y)) queue.push([x, y]);
    for (const [x, y] of queue) this.take(x, y);
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      for (let y = Math.max(y0, at[1] - 1); y <= Math.min(y1 - 1, at[1] + 1); y++) {
        for (let x = Math.max(x0, at[0] - 1); x <= Math.min(x1 - 1, at[0] + 1); x++) {
          if (!this.has(x, y)) continue;
          this.take(x, y);
          queue.push([x, y]);
        }
      }
    }
  }

  /** The line that runs off a point across a dimension line, if it ends within `most` points. */
  takeRun(from: number, at: number, step: 1 | -1, most: number, level: boolean): void {
    const { density } = this.#sheets;
    const [middle, start] = [Math.round(at * density), Math.round(from * density)];
    const half = Math.ceil(breadth * density);
    const place = (along: number, off: number): [number, number] =>
      level ? [middle + off, along] : [along, middle + off];
    let [last, end] = [start, start];
    for (; Math.abs(end - last) <= bridge * density; end += step) {
      for (let off = -half; off <= half; off++) if (this.has(...place(end, off))) last = end;
      if (Math.abs(last - start) > most * density) return;
    }
    for (let along = start; along !== last + step; along += step) {
      for (let off = -half; off <= half; off++) if (this.has(...place(along, off))) this.take(...place(along, off));
    }
  }

  box(): Box | null {
    if (this.right < 0) return null;
    const { density } = this.#sheets;
    return {
      x: this.left / density,
      y: this.top / density,
      width: (this.right + 1 - this.left) / density,
      height: (this.bottom + 1 - this.top) / density,
    };
  }

  #pixels({ x, y, width, height }: Box): [number, number, number, number] {
    const { density } = this.#sheets;
    return [
      Math.max(0, Math.floor(x * density)),
      Math.max(0, Math.floor(y * density)),
      Math.min(this.#sheets.width, Math.ceil((x + width) * density)),
      Math.min(this.#sheets.height, Math.ceil((y + height) * density)),
    ];
  }
}

const takeLine = (line: TextLine, taking: Taking): void => {
  const { dimensionLine: box, leader, size } = line;
  if (box === undefined) return;
  const level = box.width > box.height;
  const middle = level ? box.y + box.height / 2 : box.x + box.width / 2;
  const band: Box = level
    ? { ...box, y: middle - breadth, height: 2 * breadth }
    : { ...box, x: middle - breadth, width: 2 * breadth };
  taking.takeConnected(band, band);
  for (const at of level ? [box.x, box.x + box.width] : [box.y, box.y + box.height]) {
    const end: Box = level ? { x: at, y: middle, width: 0, height: 0 } : { x: middle, y: at, width: 0, height: 0 };
    taking.takeConnected(inflate(end, markReach * size), inflate(end, breadth));
    for (const step of [1, -1] as const) taking.takeRun(middle, at, step, longest * size, level);
  }
  if (leader) taking.takeConnected(inflate(leader, breadth), inflate(leader, breadth));
};

/**
 * Takes away the marks of the dimension lines that a changed text stands at, or stood at: a dimension is one object
 * with its line, the arrows or strokes at its ends, the extension lines and a leader. What the older sheet holds there
 * went with the old text, what the newer one holds came with the other.
 * @returns the boxes of those marks, points
 */
export const takeDimension = (text: TextChange, marks: Uint8Array, sheets: AlignedSheets): Box[] =>
  (
    [
      [text.old, removed],
      [text.new, added],
    ] as const
  ).flatMap(([line, kind]) => {
    if (!line) return [];
    const taking = new Taking(marks, sheets, kind);
    takeLine(line, taking);
    const box = taking.box();
    return box ? [box] : [];
  });
