import type { AlignedSheets } from '../align/align-sheets.ts';
import { eachMarkIn } from '../differ/each-mark.ts';
import { added } from '../differ/ink-difference.ts';
import { darkGreys } from '../differ/thresholds.ts';
import { compose } from '../geometry.ts';
import type { SheetSource } from '../read/sheet-source.ts';
import { groupCells, spanOf } from './cells.ts';
import type { Flock } from './moved-words.ts';
import {
  maximumFrameBreadthCells,
  maximumUnexplainedShare,
  minimumCellInkPixels,
  moveCellPixels,
} from './thresholds.ts';

/** A part of the grid in pixels, and its cells of {@link moveCellPixels} pixels. */
export interface MoveWindow {
  left: number;
  top: number;
  width: number;
  height: number;
  columns: number;
  rows: number;
}

/**
 * Counts the pixels of added ink in each cell of a window.
 * @param marks marks in rows of `stride` pixels, of which the window is a part
 * @param rest marks of the window alone that must show added ink as well
 */
export const addedInCells = (
  marks: Uint8Array,
  stride: number,
  { left, top, width, height, columns, rows }: MoveWindow,
  rest?: Uint8Array,
): Uint16Array => {
  const counts = new Uint16Array(columns * rows);
  eachMarkIn(marks, stride, { left, top, right: left + width, bottom: top + height }, (x, y, at) => {
    const [u, v] = [x - left, y - top];
    if (!(marks[at]! & added) || (rest && !(rest[v * width + u]! & added))) return;
    counts[Math.floor(v / moveCellPixels) * columns + Math.floor(u / moveCellPixels)]!++;
  });
  return counts;
};

/** Renders the older sheet moved with a flock, within a window of the grid. */
export const renderMoved = async (
  older: SheetSource,
  sheets: AlignedSheets,
  flock: Flock,
  window: MoveWindow,
): Promise<Uint8Array> => {
  const { left, top, width, height } = window;
  const matrix = compose(
    compose(sheets.alignment.matrix, flock.matrix),
    compose(sheets.grid, [1, 0, 0, 1, -left, -top]),
  );
  return (await older.render(matrix, width, height)).grey;
};

/** Copies a window from a raster whose rows are `stride` pixels. */
export const crop = (picture: Uint8Array, stride: number, left: number, top: number, width: number, height: number) => {
  const out = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = (top + y) * stride + left;
    out.set(picture.subarray(from, from + width), y * width);
  }
  return out;
};

/** Returns, for each cell with added ink, the share of all connected added ink that the move explains. */
export const explainedShares = (
  before: Uint16Array,
  unexplained: Uint16Array,
  columns: number,
  rows: number,
  reach: number,
): Float32Array => {
  const shares = new Float32Array(before.length);
  const came = Uint8Array.from(before, (count) => (count >= minimumCellInkPixels ? 1 : 0));
  for (const cells of groupCells(came, columns, rows, reach)) {
    const [all, left] = [before, unexplained].map((counts) => cells.reduce((sum, at) => sum + counts[at]!, 0));
    for (const at of cells) shares[at] = 1 - left! / all!;
  }
  return shares;
};

/**
 * Returns cells whose moved ink coincides with ink of the older sheet. They contain no marks, but link moved pieces
 * next to them.
 * @param maximumCells maximum number of cells along either axis
 */
export const linksOf = (
  { here, moved, rest }: { here: Uint8Array; moved: Uint8Array; rest: Uint8Array },
  window: MoveWindow,
  before: Uint16Array,
  maximumCells: number,
): Uint8Array => {
  const { width, height, columns, rows } = window;
  const left = addedInCells(rest, width, { ...window, left: 0, top: 0 });
  const inked = new Uint16Array(columns * rows);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / moveCellPixels) * columns;
    for (let x = 0, at = y * width; x < width; x++, at++) {
      if (here[at]! < darkGreys && moved[at]! < darkGreys) inked[row + Math.floor(x / moveCellPixels)]!++;
    }
  }
  const links = Uint8Array.from(inked, (count, at) =>
    count >= minimumCellInkPixels && before[at]! < minimumCellInkPixels && left[at]! <= maximumUnexplainedShare * count
      ? 1
      : 0,
  );
  for (const cells of groupCells(links, columns, rows, 1)) {
    const [across, down] = [cells.map((at) => at % columns), cells.map((at) => Math.floor(at / columns))];
    const [wide, high] = [spanOf(across), spanOf(down)];
    if (Math.max(wide, high) > maximumCells && Math.min(wide, high) <= maximumFrameBreadthCells)
      for (const at of cells) links[at] = 0;
  }
  return links;
};
