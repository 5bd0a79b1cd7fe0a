import type { AlignedSheets } from '../align/align-sheets.ts';
import { shareInCommon } from '../geometry.ts';
import { added, unchanged } from './ink-difference.ts';
import { toPoints } from './marks.ts';
import { findRegions, type Holds, type Region } from './regions.ts';

/** Pieces that came, or went, at most: what goes into more was drawn anew all over. */
const mostPieces = 6;
/** Share of what two pieces cover together that both cover, when one of them is the other drawn anew. */
const samePlace = 0.3;

const areAtOnePlace = (one: Region, other: Region): boolean =>
  shareInCommon(toPoints(one, 1), toPoints(other, 1)) > samePlace;

/**
 * Takes a patch apart into what came and what went, where neither took the other's place: a frame that went round
 * other things comes near to them, and is no part of them. Null where one was drawn for the other.
 * @param reach pixels within which pieces belong together
 * @param holds tells the patch's own marks from others within its box
 */
export const splitWays = (
  { left, top, right, bottom }: Region,
  marks: Uint8Array,
  { width }: Pick<AlignedSheets, 'width'>,
  reach: number,
  holds: Holds,
): Region[] | null => {
  const [wide, high] = [right - left, bottom - top];
  const [came, went] = [new Uint8Array(wide * high), new Uint8Array(wide * high)];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const mark = marks[y * width + x]!;
      if (mark === unchanged || !holds(x, y)) continue;
      (mark & added ? came : went)[(y - top) * wide + x - left] = mark;
    }
  }
  const [ours, theirs] = [came, went].map((one) => findRegions(one, wide, high, reach)) as [Region[], Region[]];
  if (Math.max(ours.length, theirs.length) > mostPieces) return null;
  if (ours.some((one) => theirs.some((other) => areAtOnePlace(one, other)))) return null;
  return [...ours, ...theirs].map((piece) => ({
    ...piece,
    left: piece.left + left,
    right: piece.right + left,
    top: piece.top + top,
    bottom: piece.bottom + top,
  }));
};
