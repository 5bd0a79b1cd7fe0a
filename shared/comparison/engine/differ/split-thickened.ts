import type { AlignedSheets } from '../align/align-sheets.ts';
import type { LineStyle } from '../change.ts';
import { besideInk } from './beside-ink.ts';
import { added, unchanged } from './ink-difference.ts';
import { countMarks, findRegions, type Holds, type Region } from './regions.ts';

/** Share of a patch's marks that must be of lines drawn otherwise, or beside them, for it to be taken apart. */
const leastShare = 0.4;
/** Share of such marks that must go one way: all lines heavier, or all finer. */
const oneWay = 0.95;
/** Points that the marks of lines drawn otherwise must reach over, and share of their patch's longer side. */
const leastReach = 60;
const leastSpan = 0.6;

export interface Split {
  /** The lines drawn otherwise, as one. */
  restyled: Region;
  style: LineStyle;
  /** What else came or went among them. */
  rest: Region[];
}

/**
 * Takes a patch apart into lines that both sheets have, drawn heavier or finer, and what else changed by them, such as
 * the circle round a detail that crosses an outline. Null where the patch is all of one or of the other.
 * @param reach pixels within which the rest belongs together
 * @param holds tells the patch's own marks from others within its box
 */
export const splitThickened = (
  region: Region,
  marks: Uint8Array,
  sheets: AlignedSheets,
  reach: number,
  holds: Holds,
): Split | null => {
  const { width, density } = sheets;
  const [wide, high] = [region.right - region.left, region.bottom - region.top];
  if (Math.max(wide, high) < leastReach * density || Math.min(wide, high) < 8 * density) return null;
  const isBeside = besideInk(sheets);
  // Marks of the patch alone, in lines drawn otherwise and in what is left.
  const [thick, other] = [new Uint8Array(wide * high), new Uint8Array(wide * high)];
  let [came, beside, count] = [0, 0, 0];
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const mark = marks[(region.top + y) * width + region.left + x]!;
      if (mark === unchanged || !holds(region.left + x, region.top + y)) continue;
      count++;
      if (!isBeside(region.left + x, region.top + y)) {
        other[y * wide + x] = mark;
        continue;
      }
      thick[y * wide + x] = mark;
      beside++;
      if (mark & added) came++;
    }
  }
  if (beside < leastShare * count || beside > 0.97 * count) return null;
  const share = came / beside;
  if (Math.max(share, 1 - share) < oneWay) return null;
  const lines = countMarks(thick, wide, high, 0, 0, wide, high);
  const span = Math.max(lines.right - lines.left, lines.bottom - lines.top);
  if (span < leastSpan * Math.max(wide, high) || span < leastReach * density) return null;
  const move = (part: Region): Region => ({
    ...part,
    left: part.left + region.left,
    right: part.right + region.left,
    top: part.top + region.top,
    bottom: part.bottom + region.top,
  });
  const rest = findRegions(other, wide, high, reach).map(move);
  return { restyled: move(lines), style: share > 0.5 ? 'heavier' : 'finer', rest };
};
