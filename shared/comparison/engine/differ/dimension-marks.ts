import type { AlignedSheets } from '../align/align-sheets.ts';
import type { TextChange, TextLine } from '../change.ts';
import { type Box, inflate } from '../geometry.ts';
import { added, removed, unchanged } from './ink-difference.ts';
import {
  maximumDimensionBreakPoints,
  maximumExtensionTextHeights,
  maximumHalfBreadthPoints,
  maximumMarkSideTextHeights,
} from './thresholds.ts';

/** Collects and removes marks of one kind; its bounds enclose the removed pixels. */
class MarkRemover {
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

  remove(x: number, y: number): void {
    this.#marks[y * this.#sheets.width + x] = unchanged;
    [this.left, this.right] = [Math.min(this.left, x), Math.max(this.right, x)];
    [this.top, this.bottom] = [Math.min(this.top, y), Math.max(this.bottom, y)];
  }

  /** Removes the marks inside `box` (points) that are connected to marks inside `seeds`. */
  removeConnected(box: Box, seeds: Box): void {
    const [x0, y0, x1, y1] = this.#pixels(box);
    const queue: [number, number][] = [];
    const [left, top, right, bottom] = this.#pixels(seeds);
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) if (this.has(x, y)) queue.push([x, y]);
    for (const [x, y] of queue) this.remove(x, y);
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      for (let y = Math.max(y0, at[1] - 1); y <= Math.min(y1 - 1, at[1] + 1); y++) {
        for (let x = Math.max(x0, at[0] - 1); x <= Math.min(x1 - 1, at[0] + 1); x++) {
          if (!this.has(x, y)) continue;
          this.remove(x, y);
          queue.push([x, y]);
        }
      }
    }
  }

  /** Removes the line that starts at a point across the dimension line, if it ends within `most` points. */
  removeRun(from: number, at: number, step: 1 | -1, most: number, level: boolean): void {
    const { density } = this.#sheets;
    const [middle, start] = [Math.round(at * density), Math.round(from * density)];
    const half = Math.ceil(maximumHalfBreadthPoints * density);
    const place = (along: number, off: number): [number, number] =>
      level ? [middle + off, along] : [along, middle + off];
    let [last, end] = [start, start];
    for (; Math.abs(end - last) <= maximumDimensionBreakPoints * density; end += step) {
      for (let off = -half; off <= half; off++) if (this.has(...place(end, off))) last = end;
      if (Math.abs(last - start) > most * density) return;
    }
    for (let along = start; along !== last + step; along += step) {
      for (let off = -half; off <= half; off++) if (this.has(...place(along, off))) this.remove(...place(along, off));
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

const removeLine = (line: TextLine, remover: MarkRemover): void => {
  const { dimensionLine: box, leader, size } = line;
  if (box === undefined) return;
  const level = box.width > box.height;
  const middle = level ? box.y + box.height / 2 : box.x + box.width / 2;
  const band: Box = level
    ? { ...box, y: middle - maximumHalfBreadthPoints, height: 2 * maximumHalfBreadthPoints }
    : { ...box, x: middle - maximumHalfBreadthPoints, width: 2 * maximumHalfBreadthPoints };
  remover.removeConnected(band, band);
  for (const at of level ? [box.x, box.x + box.width] : [box.y, box.y + box.height]) {
    const end: Box = level ? { x: at, y: middle, width: 0, height: 0 } : { x: middle, y: at, width: 0, height: 0 };
    remover.removeConnected(inflate(end, maximumMarkSideTextHeights * size), inflate(end, maximumHalfBreadthPoints));
    for (const step of [1, -1] as const) remover.removeRun(middle, at, step, maximumExtensionTextHeights * size, level);
  }
  if (leader)
    remover.removeConnected(inflate(leader, maximumHalfBreadthPoints), inflate(leader, maximumHalfBreadthPoints));
};

/**
 * Removes the marks of the dimension lines of a changed text. A dimension is one object: text, line, arrows or
 * strokes at its ends, extension lines and a leader. Removed ink belongs to the old text, added ink to the new one.
 * @returns the boxes of the removed marks, in points
 */
export const removeDimensionMarks = (text: TextChange, marks: Uint8Array, sheets: AlignedSheets): Box[] =>
  (
    [
      [text.old, removed],
      [text.new, added],
    ] as const
  ).flatMap(([line, kind]) => {
    if (!line) return [];
    const remover = new MarkRemover(marks, sheets, kind);
    removeLine(line, remover);
    const box = remover.box();
    return box ? [box] : [];
  });
