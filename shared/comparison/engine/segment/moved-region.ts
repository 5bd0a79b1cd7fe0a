import type { Box } from '../geometry.ts';
import type { Flock } from './moved-words.ts';
import { moveCellPixels } from './thresholds.ts';

/** A part of the sheet that moved as one: a view, a block, the rows of a table below an inserted one. */
export interface MovedRegion extends Pick<Flock, 'matrix' | 'words' | 'place'> {
  /** Its current and its former box, in points of the newer sheet. */
  box: Box;
  from: Box;
  /** The examined window of the grid, in pixels. */
  left: number;
  top: number;
  width: number;
  height: number;
  /** 1 where the window's cells of {@link moveCellPixels} pixels belong to the region. */
  cells: Uint8Array;
  /** The older sheet moved with the region, and the marks of changes inside the region. */
  older: Uint8Array;
  marks: Uint8Array;
}

/** Whether a pixel of the region's window belongs to it. */
export const containsPixel = ({ width, height, cells }: MovedRegion, x: number, y: number): boolean =>
  x >= 0 &&
  y >= 0 &&
  x < width &&
  y < height &&
  cells[Math.floor(y / moveCellPixels) * Math.ceil(width / moveCellPixels) + Math.floor(x / moveCellPixels)] === 1;

/** Visits the cells of a region, each as pixels of its window; `right` and `bottom` are exclusive. */
export const eachCell = (
  { width, height, cells }: MovedRegion,
  visit: (left: number, top: number, right: number, bottom: number) => void,
): void => {
  const columns = Math.ceil(width / moveCellPixels);
  for (let at = 0; at < cells.length; at++) {
    if (cells[at] !== 1) continue;
    const [left, top] = [(at % columns) * moveCellPixels, Math.floor(at / columns) * moveCellPixels];
    visit(left, top, Math.min(width, left + moveCellPixels), Math.min(height, top + moveCellPixels));
  }
};
