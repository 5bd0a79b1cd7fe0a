import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Change } from '../change.ts';
import { ink } from '../differ/beside-ink.ts';
import { leastSide } from '../differ/hollow.ts';
import { unchanged } from '../differ/ink-difference.ts';

/** Points, and share of the shorter side, that its strokes lie within: one that was moved or enlarged a little is one. */
const leastBand = 2;
const band = 0.04;
/** Share of each side that is drawn, and share of the change's ink that the sides hold. */
const leastDrawn = 0.8;
const leastHeld = 0.9;
/** Sides of the four that changed; nothing but its frame is as hollow and as large as the sheet. */
const leastChanged = 3;
const leastOfFrame = 2;
/** Share of the sheet's sides that the frame round everything on it has at least. */
const leastOfSheet = 0.8;

/**
 * The outline of a rectangle, or two about each other, whose area says nothing of what was drawn; null for other
 * changes. One side may have stayed, of the sheet's own frame two. Looks along the sides alone.
 * @param change linework that came, went or is drawn otherwise; its box in points of the newer sheet
 */
export const rectangleOf = (
  { box, addedInk, removedInk }: Change,
  marks: Uint8Array,
  { newer, width, height, density }: AlignedSheets,
): 'Rectangle' | 'Sheet frame' | null => {
  const shorter = Math.min(box.width, box.height);
  if (shorter < leastSide) return null;
  const isRoundAll = box.width * density > leastOfSheet * width && box.height * density > leastOfSheet * height;
  const [left, top] = [Math.max(0, Math.floor(box.x * density)), Math.max(0, Math.floor(box.y * density))];
  const right = Math.min(width, Math.ceil((box.x + box.width) * density));
  const bottom = Math.min(height, Math.ceil((box.y + box.height) * density));
  const deep = Math.ceil(Math.max(leastBand, band * shorter) * density);
  let [held, changed] = [0, 0];
  /** Whether a stretch of the sheet is drawn nearly all along, `across` being the columns or the rows. */
  const isDrawn = (x0: number, y0: number, x1: number, y1: number, across: boolean): boolean => {
    const length = across ? x1 - x0 : y1 - y0;
    const [marked, inked] = [new Uint8Array(length), new Uint8Array(length)];
    for (let y = y0; y < y1; y++) {
      for (let x = x0; x < x1; x++) {
        const [at, place] = [y * width + x, across ? x - x0 : y - y0];
        if (newer[at]! < ink) inked[place] = 1;
        if (marks[at] === unchanged) continue;
        held++;
        marked[place] = 1;
        inked[place] = 1;
      }
    }
    const isFull = (places: Uint8Array) => places.reduce((sum, one) => sum + one, 0) >= leastDrawn * length;
    if (isFull(marked)) changed++;
    return isFull(inked);
  };
  const isOne =
    isDrawn(left, top, right, top + deep, true) &&
    isDrawn(left, bottom - deep, right, bottom, true) &&
    isDrawn(left, top + deep, left + deep, bottom - deep, false) &&
    isDrawn(right - deep, top + deep, right, bottom - deep, false) &&
    changed >= (isRoundAll ? leastOfFrame : leastChanged) &&
    held >= leastHeld * (addedInk + removedInk);
  return isOne ? (isRoundAll ? 'Sheet frame' : 'Rectangle') : null;
};
