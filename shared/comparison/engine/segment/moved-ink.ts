import type { AlignedSheets } from '../align/align-sheets.ts';
import { added } from '../differ/ink-difference.ts';
import { compose } from '../geometry.ts';
import type { SheetSource } from '../read/sheet-source.ts';
import { cell, piecesOf, spanOf } from './cells.ts';
import type { Flock } from './moved-words.ts';

/** Marked pixels of a cell, and the share of them that the move must explain. */
export const leastInk = 4;
export const unexplained = 0.25;

/** The older sheet moved along with a flock, within a window of the grid. */
export const renderMoved = async (
  older: SheetSource,
  sheets: AlignedSheets,
  flock: Flock,
  window: { left: number; top: number; width: number; height: number },
): Promise<Uint8Array> => {
  const { density, alignment } = sheets;
  const { left, top, width, height } = window;
  const matrix = compose(compose(alignment.matrix, flock.matrix), compose(sheets.grid, [1, 0, 0, 1, -left, -top]));
  try {
    return (await older.render(matrix, width, height)).grey;
  } catch {
    // Whole pixels of the picture at hand are coarser, and enough to see what went along.
    const out = new Uint8Array(width * height).fill(255);
    const [dx, dy] = [Math.round(flock.matrix[4] * density), Math.round(flock.matrix[5] * density)];
    for (let y = 0; y < height; y++) {
      const from = top + y - dy;
      if (from < 0 || from >= sheets.height) continue;
      for (let x = 0; x < width; x++) {
        const column = left + x - dx;
        if (column >= 0 && column < sheets.width) out[y * width + x] = sheets.older[from * sheets.width + column]!;
      }
    }
    return out;
  }
};

/** A window of a picture whose rows are `stride` pixels. */
export const crop = (picture: Uint8Array, stride: number, left: number, top: number, width: number, height: number) => {
  const out = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = (top + y) * stride + left;
    out.set(picture.subarray(from, from + width), y * width);
  }
  return out;
};

/** For each cell with ink that came, how much the move explains of all such ink in one piece with it. */
export const explainedShares = (
  before: Uint16Array,
  still: Uint16Array,
  columns: number,
  rows: number,
  reach: number,
): Float32Array => {
  const shares = new Float32Array(before.length);
  const came = Uint8Array.from(before, (count) => (count >= leastInk ? 1 : 0));
  for (const cells of piecesOf(came, columns, rows, reach)) {
    const [all, left] = [before, still].map((counts) => cells.reduce((sum, at) => sum + counts[at]!, 0));
    for (const at of cells) shares[at] = 1 - left! / all!;
  }
  return shares;
};

/** Grey levels: anything darker is ink. */
const ink = 200;
/** Points: what links the parts of a view, such as a leader; longer lines are the sheet's frame. */
export const longestLink = 200;
/** Cells. */
const frameBreadth = 2;

/**
 * Cells whose ink moved to where the older sheet has the like: it shows in no mark, and links what moved beside it.
 * @param longest cells along either axis
 */
export const linksOf = (
  window: { here: Uint8Array; moved: Uint8Array; rest: Uint8Array; width: number; height: number },
  before: Uint16Array,
  longest: number,
): Uint8Array => {
  const { here, moved, rest, width, height } = window;
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const [inked, left] = [new Uint16Array(columns * rows), new Uint16Array(columns * rows)];
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / cell) * columns;
    for (let x = 0; x < width; x++) {
      const at = row + Math.floor(x / cell);
      if (here[y * width + x]! < ink && moved[y * width + x]! < ink) inked[at]!++;
      if (rest[y * width + x]! & added) left[at]!++;
    }
  }
  const links = Uint8Array.from(inked, (count, at) =>
    count >= leastInk && before[at]! < leastInk && left[at]! <= unexplained * count ? 1 : 0,
  );
  for (const cells of piecesOf(links, columns, rows, 1)) {
    const [across, down] = [cells.map((at) => at % columns), cells.map((at) => Math.floor(at / columns))];
    const [wide, high] = [spanOf(across), spanOf(down)];
    if (Math.max(wide, high) > longest && Math.min(wide, high) <= frameBreadth) for (const at of cells) links[at] = 0;
  }
  return links;
};
