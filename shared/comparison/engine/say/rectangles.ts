import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Change } from '../change.ts';
import { inkGrey } from '../differ/beside-ink.ts';
import { minimumHollowSidePoints } from '../differ/hollow.ts';
import { unchanged } from '../differ/ink-difference.ts';

/**
 * Depth of the band along each side that contains its strokes: a minimum in points, and a share of the shorter side;
 * a rectangle moved or enlarged slightly still fits.
 */
const minimumBandPoints = 2;
const bandShare = 0.04;
/** Minimum share of each side that is drawn, and minimum share of the change's ink within the bands. */
const minimumDrawnShare = 0.8;
const minimumInkShare = 0.9;
/** Minimum number of changed sides; fewer for the sheet's frame, as nothing else is as hollow and as large. */
const minimumChangedSides = 3;
const minimumChangedFrameSides = 2;
/** Minimum share of the sheet's sides that the frame of the sheet extends over. */
const minimumFrameShare = 0.8;

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
  const shorter = Math.min(box.width, box.height);
  if (shorter < minimumHollowSidePoints) return null;
  const isRoundAll =
    box.width * density > minimumFrameShare * width && box.height * density > minimumFrameShare * height;
  const [left, top] = [Math.max(0, Math.floor(box.x * density)), Math.max(0, Math.floor(box.y * density))];
  const right = Math.min(width, Math.ceil((box.x + box.width) * density));
  const bottom = Math.min(height, Math.ceil((box.y + box.height) * density));
  const deep = Math.ceil(Math.max(minimumBandPoints, bandShare * shorter) * density);
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
        if (newer[at]! < inkGrey) inked[place] = 1;
        if (marks[at] === unchanged) continue;
        held++;
        marked[place] = 1;
        inked[place] = 1;
      }
    }
    const isFull = (places: Uint8Array) => places.reduce((sum, one) => sum + one, 0) >= minimumDrawnShare * length;
    if (isFull(marked)) changed++;
    return isFull(inked);
  };
  const isOne =
    isDrawn(left, top, right, top + deep, true) &&
    isDrawn(left, bottom - deep, right, bottom, true) &&
    isDrawn(left, top + deep, left + deep, bottom - deep, false) &&
    isDrawn(right - deep, top + deep, right, bottom - deep, false) &&
    changed >= (isRoundAll ? minimumChangedFrameSides : minimumChangedSides) &&
    held >= minimumInkShare * (addedInk + removedInk);
  return isOne ? (isRoundAll ? 'Sheet frame' : 'Rectangle') : null;
};
