import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Box } from '../geometry.ts';
import { unchanged } from './ink-difference.ts';

/** Pixels of a cell, and grey levels of ink. */
const cell = 8;
const ink = 160;

/** Share of the inked cells in a box of a picture, points, whose ink is no change: 1 where all of it is as it was. */
export const shareLeft = (
  box: Box,
  picture: Uint8Array,
  marks: Uint8Array,
  { width, height, density }: AlignedSheets,
): number => {
  const [left, top] = [Math.max(0, Math.floor(box.x * density)), Math.max(0, Math.floor(box.y * density))];
  const right = Math.min(width, Math.ceil((box.x + box.width) * density));
  const bottom = Math.min(height, Math.ceil((box.y + box.height) * density));
  let [inked, same] = [0, 0];
  for (let y0 = top; y0 < bottom; y0 += cell) {
    for (let x0 = left; x0 < right; x0 += cell) {
      let [dark, marked] = [false, false];
      for (let y = y0; y < Math.min(bottom, y0 + cell); y++) {
        for (let x = x0; x < Math.min(right, x0 + cell); x++) {
          dark ||= picture[y * width + x]! < ink;
          marked ||= marks[y * width + x] !== unchanged;
        }
      }
      if (dark) inked++;
      if (dark && !marked) same++;
    }
  }
  return inked === 0 ? 0 : same / inked;
};
