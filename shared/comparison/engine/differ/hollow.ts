import type { Change } from '../change.ts';

/** Points that the shorter side of a hollow thing has at least: what is smaller is a symbol or a part of one. */
export const leastSide = 40;
/** Points of breadth that a line has at most for what goes round an area to be no more than a line. */
const stroke = 1.4;

/**
 * Whether linework has no more ink than a line round its box would have: frames and outlines, one in the other or
 * with little beside them, whose area says nothing of what was drawn.
 */
export const isHollow = ({ box, addedInk, removedInk }: Change, density: number): boolean => {
  if (Math.min(box.width, box.height) < leastSide) return false;
  return addedInk + removedInk < 2 * (box.width + box.height) * stroke * density * density;
};
