import type { AlignedSheets } from '../align/align-sheets.ts';
import { shareInCommon, union } from '../geometry.ts';
import { eachMarkIn } from './each-mark.ts';
import { added } from './ink-difference.ts';
import { toPoints } from './marks.ts';
import { findRegions, type Holds, type Region } from './regions.ts';
import { maximumSplitPieces, minimumPlacePoints, minimumVersionShare } from './thresholds.ts';

const overlapLargely = (one: Region, other: Region): boolean =>
  shareInCommon(toPoints(one, 1), toPoints(other, 1)) > minimumVersionShare;

/**
 * Splits a patch into additions and removals that do not replace each other: a frame around other objects lies close
 * to them but is not part of them. Returns null if one replaces the other.
 * @param reach maximum distance in pixels between pixels of one piece
 * @param holds distinguishes the patch's own marks from others within its box
 */
export const splitAddedAndRemoved = (
  { left, top, right, bottom }: Region,
  marks: Uint8Array,
  { width }: Pick<AlignedSheets, 'width'>,
  reach: number,
  holds: Holds,
): Region[] | null => {
  const [wide, high] = [right - left, bottom - top];
  const [came, went] = [new Uint8Array(wide * high), new Uint8Array(wide * high)];
  eachMarkIn(marks, width, { left, top, right, bottom }, (x, y, at) => {
    if (holds(x, y)) (marks[at]! & added ? came : went)[(y - top) * wide + x - left] = marks[at]!;
  });
  const [addedPieces, removedPieces] = [came, went].map((one) => findRegions(one, wide, high, reach)) as [
    Region[],
    Region[],
  ];
  if (Math.max(addedPieces.length, removedPieces.length) > maximumSplitPieces) return null;
  if (addedPieces.some((one) => removedPieces.some((other) => overlapLargely(one, other)))) return null;
  return [...addedPieces, ...removedPieces].map((piece) => ({
    ...piece,
    left: piece.left + left,
    right: piece.right + left,
    top: piece.top + top,
    bottom: piece.bottom + top,
  }));
};

/**
 * Whether what was added and what was removed are objects at different places that only touch.
 * @param ways the pieces that {@link splitAddedAndRemoved} returned
 * @param density pixels per point
 */
export const arePlacesApart = (ways: readonly Region[], density: number): boolean => {
  const isAdded = ({ added, removed }: Region) => added > removed;
  const sides = Object.values(Object.groupBy(ways, (way) => `${isAdded(way)}`)) as Region[][];
  const boxes = sides.map((side) => side.map((way) => toPoints(way, density)).reduce(union));
  const [one, other] = boxes;
  return (
    one !== undefined &&
    other !== undefined &&
    boxes.every(({ width, height }) => Math.min(width, height) >= minimumPlacePoints) &&
    shareInCommon(one, other) < minimumVersionShare
  );
};
