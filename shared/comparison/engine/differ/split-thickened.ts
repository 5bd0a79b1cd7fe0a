import type { AlignedSheets } from '../align/align-sheets.ts';
import type { LineStyle } from '../change.ts';
import { besideInk } from './beside-ink.ts';
import { added, unchanged } from './ink-difference.ts';
import { countMarks, findRegions, type Holds, type Region } from './regions.ts';

/** Minimum share of a patch's marks that must lie at restyled lines for the patch to be split. */
const minimumThickenedShare = 0.4;
/** Minimum share of those marks in one direction: all lines heavier, or all finer. */
const minimumOneWayShare = 0.95;
/** Minimum extent of the restyled lines: in points, and as a share of the patch's longer side. */
const minimumSpanPoints = 60;
const minimumSpanShare = 0.6;

export interface Split {
  /** The restyled lines, as one region. */
  restyled: Region;
  style: LineStyle;
  /** Other additions and removals among them. */
  rest: Region[];
}

/**
 * Splits a patch into lines common to both sheets, drawn heavier or finer, and other changes next to them, such as a
 * detail circle that crosses an outline. Returns null if the patch is entirely one or the other.
 * @param reach maximum distance in pixels between pixels of one remaining region
 * @param holds distinguishes the patch's own marks from others within its box
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
  if (Math.max(wide, high) < minimumSpanPoints * density || Math.min(wide, high) < 8 * density) return null;
  const isBeside = besideInk(sheets);
  // Marks of this patch, separated into restyled lines and the rest.
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
  if (beside < minimumThickenedShare * count || beside > 0.97 * count) return null;
  const share = came / beside;
  if (Math.max(share, 1 - share) < minimumOneWayShare) return null;
  const lines = countMarks(thick, wide, high, 0, 0, wide, high);
  const span = Math.max(lines.right - lines.left, lines.bottom - lines.top);
  if (span < minimumSpanShare * Math.max(wide, high) || span < minimumSpanPoints * density) return null;
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
