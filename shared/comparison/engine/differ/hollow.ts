import type { Change } from '../change.ts';
import { maximumHollowStrokePoints, minimumHollowSidePoints } from './thresholds.ts';

/**
 * Whether a change has no more ink than an outline of its box would have: frames and outlines, nested or with little
 * beside them, whose area does not describe what was drawn.
 */
export const isHollow = ({ box, addedInk, removedInk }: Change, density: number): boolean => {
  if (Math.min(box.width, box.height) < minimumHollowSidePoints) return false;
  return addedInk + removedInk < 2 * (box.width + box.height) * maximumHollowStrokePoints * density * density;
};
