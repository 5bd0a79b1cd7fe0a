import type { Box } from '../geometry.ts';
import { cell } from './cells.ts';
import type { Flock } from './moved-words.ts';

/** A part of the sheet that moved as one: a view, a block, the rows of a table below one that was put in. */
export interface MovedRegion extends Pick<Flock, 'matrix' | 'words' | 'place'> {
  /** Where it is on the newer sheet and where it was, points of the newer sheet. */
  box: Box;
  from: Box;
  /** The window of the grid that was looked at, pixels. */
  left: number;
  top: number;
  width: number;
  height: number;
  /** 1 where the window's cells of {@link cell} pixels belong to the region. */
  cells: Uint8Array;
  /** The older sheet moved along, and how the window differs from it: what changed inside the region. */
  older: Uint8Array;
  marks: Uint8Array;
}

/** Whether a pixel of the region's window belongs to it. */
export const holds = ({ width, height, cells }: MovedRegion, x: number, y: number): boolean =>
  x >= 0 &&
  y >= 0 &&
  x < width &&
  y < height &&
  cells[Math.floor(y / cell) * Math.ceil(width / cell) + Math.floor(x / cell)] === 1;

/** Visits the cells that belong to a region, each as pixels of its window; `right` and `bottom` exclusive. */
export const eachCell = (
  { width, height, cells }: MovedRegion,
  visit: (left: number, top: number, right: number, bottom: number) => void,
): void => {
  const columns = Math.ceil(width / cell);
  for (let at = 0; at < cells.length; at++) {
    if (cells[at] !== 1) continue;
    const [left, top] = [(at % columns) * cell, Math.floor(at / columns) * cell];
    visit(left, top, Math.min(width, left + cell), Math.min(height, top + cell));
  }
};
