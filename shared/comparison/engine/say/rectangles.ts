import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Change } from '../change.ts';
import { unchanged } from '../differ/ink-difference.ts';
import { inkGreys, minimumHollowSidePoints } from '../differ/thresholds.ts';
import {
  minimumChangedFrameSides,
  minimumChangedSides,
  minimumSideInkShare,
  minimumSideShare,
  sideBandPoints,
} from './thresholds.ts';

/**
 * Returns whether a change is the outline of a rectangle, or of two nested ones, whose area does not describe what
 * was drawn; null for other changes. One side may be unchanged, or two of the sheet's frame. Examines the sides only.
 * @param change added, removed or redrawn linework; its box is in points of the newer sheet
 */
export const rectangleOf = (
  { box, addedInk, removedInk }: Change,
  marks: Uint8Array,
  { newer, width, height, density }: AlignedSheets,
): 'Rectangle' | 'Sheet frame' | null => {
  if (Math.min(box.width, box.height) < minimumHollowSidePoints) return null;
  const isRoundAll = box.width * density > minimumSideShare * width && box.height * density > minimumSideShare * height;
  const [left, top] = [Math.max(0, Math.floor(box.x * density)), Math.max(0, Math.floor(box.y * density))];
  const right = Math.min(width, Math.ceil((box.x + box.width) * density));
  const bottom = Math.min(height, Math.ceil((box.y + box.height) * density));
  const deep = Math.ceil(sideBandPoints * density);
  let [held, changed] = [0, 0];
  /**
   * Whether a strip of the sheet is drawn along nearly all of its length; `across` selects columns rather than rows.
   */
  const isDrawn = (x0: number, y0: number, x1: number, y1: number, across: boolean): boolean => {
    const length = across ? x1 - x0 : y1 - y0;
    const [marked, inked] = [new Uint8Array(length), new Uint8Array(length)];
    for (let y = y0; y < y1; y++) {
      for (let x = x0; x < x1; x++) {
        const [at, place] = [y * width + x, across ? x - x0 : y - y0];
        if (newer[at]! < inkGreys) inked[place] = 1;
        if (marks[at] === unchanged) continue;
        held++;
        marked[place] = 1;
        inked[place] = 1;
      }
    }
    const isFull = (places: Uint8Array) => places.reduce((sum, one) => sum + one, 0) >= minimumSideShare * length;
    if (isFull(marked)) changed++;
    return isFull(inked);
  };
  const isOne =
    isDrawn(left, top, right, top + deep, true) &&
    isDrawn(left, bottom - deep, right, bottom, true) &&
    isDrawn(left, top + deep, left + deep, bottom - deep, false) &&
    isDrawn(right - deep, top + deep, right, bottom - deep, false) &&
    changed >= (isRoundAll ? minimumChangedFrameSides : minimumChangedSides) &&
    held >= minimumSideInkShare * (addedInk + removedInk);
  return isOne ? (isRoundAll ? 'Sheet frame' : 'Rectangle') : null;
};
