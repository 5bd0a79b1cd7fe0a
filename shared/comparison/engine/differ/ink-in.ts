import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Box } from '../geometry.ts';
import { inkGreys } from './thresholds.ts';

/**
 * Counts the pixels with ink of one of the aligned sheets within a box.
 * @param picture the grey values of that sheet, row by row
 * @param box in points of the newer sheet
 * @param most the number at which counting ends
 */
export const inkIn = (
  picture: Uint8Array,
  { width, height, density }: AlignedSheets,
  box: Box,
  most = Number.POSITIVE_INFINITY,
): number => {
  let count = 0;
  const [left, right] = [Math.max(0, Math.floor(box.x * density)), Math.min(width, (box.x + box.width) * density)];
  const bottom = Math.min(height, (box.y + box.height) * density);
  for (let y = Math.max(0, Math.floor(box.y * density)); y < bottom; y++)
    for (let x = left; x < right; x++) if (picture[y * width + x]! < inkGreys && ++count >= most) return count;
  return count;
};
