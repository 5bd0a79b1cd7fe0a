import type { AlignedSheets } from '../align/align-sheets.ts';
import { scanInkGreys } from '../align/thresholds.ts';
import type { Box } from '../geometry.ts';
import { unchanged } from './ink-difference.ts';
import type { Region } from './regions.ts';
import { inkGreys, shareCellPixels } from './thresholds.ts';

/**
 * Returns the share of the inked cells of a raster, within a box in points, that contain no mark: 1 if all is
 * unchanged.
 */
export const shareUnchanged = (
  box: Box,
  picture: Uint8Array,
  marks: Uint8Array,
  { width, height, density }: AlignedSheets,
): number => {
  const [left, top] = [Math.max(0, Math.floor(box.x * density)), Math.max(0, Math.floor(box.y * density))];
  const right = Math.min(width, Math.ceil((box.x + box.width) * density));
  const bottom = Math.min(height, Math.ceil((box.y + box.height) * density));
  let [inked, same] = [0, 0];
  for (let y0 = top; y0 < bottom; y0 += shareCellPixels) {
    for (let x0 = left; x0 < right; x0 += shareCellPixels) {
      let [dark, marked] = [false, false];
      for (let y = y0; y < Math.min(bottom, y0 + shareCellPixels); y++) {
        for (let x = x0; x < Math.min(right, x0 + shareCellPixels); x++) {
          dark ||= picture[y * width + x]! < scanInkGreys;
          marked ||= marks[y * width + x] !== unchanged;
        }
      }
      if (dark) inked++;
      if (dark && !marked) same++;
    }
  }
  return inked === 0 ? 0 : same / inked;
};

/** Returns the share of a region's marked pixels that have ink on both sheets; 0 if none is marked. */
export const shareOnBoth = (
  { left, top, right, bottom }: Region,
  marks: Uint8Array,
  { older, newer, width }: Pick<AlignedSheets, 'older' | 'newer' | 'width'>,
): number => {
  let [count, both] = [0, 0];
  for (let y = top; y < bottom; y++) {
    for (let at = y * width + left; at < y * width + right; at++) {
      if (marks[at] === unchanged) continue;
      count++;
      if (older[at]! < inkGreys && newer[at]! < inkGreys) both++;
    }
  }
  return both / Math.max(1, count);
};
