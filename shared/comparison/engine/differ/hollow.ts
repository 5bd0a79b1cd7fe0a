import type { Change } from '../change.ts';

/** Minimum length in points of the shorter side of a hollow object; smaller ones are symbols or parts of symbols. */
export const minimumHollowSidePoints = 40;
/** Maximum breadth in points of a line around an area. */
const maximumStrokePoints = 1.4;

/**
 * Whether a change has no more ink than an outline of its box would have: frames and outlines, nested or with little
 * beside them, whose area does not describe what was drawn.
 */
export const isHollow = ({ box, addedInk, removedInk }: Change, density: number): boolean => {
  if (Math.min(box.width, box.height) < minimumHollowSidePoints) return false;
  return addedInk + removedInk < 2 * (box.width + box.height) * maximumStrokePoints * density * density;
};
