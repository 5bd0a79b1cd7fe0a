import type { AlignedSheets } from '../align/align-sheets.ts';
import { unchanged } from './ink-difference.ts';
import type { Region } from './regions.ts';
import { besideInkGreys } from './thresholds.ts';

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
      if (older[at]! < besideInkGreys && newer[at]! < besideInkGreys) both++;
    }
  }
  return both / Math.max(1, count);
};
