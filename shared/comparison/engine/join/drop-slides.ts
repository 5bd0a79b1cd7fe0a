import type { Change } from '../change.ts';
import { type Box, centre } from '../geometry.ts';
import type { MovedRegion } from '../segment/moved-region.ts';
import { isSlide, wordsPlace } from '../segment/slides.ts';
import { minimumDriftPoints } from '../segment/thresholds.ts';
import { slideAbovePoints, slideSidePoints } from './thresholds.ts';

/** Returns the strip that opened or closed above a region that slid, in points of the newer sheet; null if none did. */
const stripOf = (region: MovedRegion): Box | null => {
  const dy = region.matrix[5];
  if (!isSlide(region) || Math.abs(dy) < minimumDriftPoints) return null;
  const { x, width } = dy > 0 ? region.box : region.from;
  const top = wordsPlace(region).y + (dy > 0 ? 0 : -dy) - Math.abs(dy) - slideAbovePoints;
  return {
    x: x - slideSidePoints,
    width: width + 2 * slideSidePoints,
    y: top,
    height: 2 * Math.abs(dy) + slideAbovePoints,
  };
};

/** Drops regions that slid because a text above them was added, removed or has more lines; they are unchanged. */
export const dropSlides = (regions: readonly MovedRegion[], changes: readonly Change[]): MovedRegion[] =>
  regions.filter((region) => {
    const strip = stripOf(region);
    return !changes.some(({ kind, box }) => {
      if (!strip || kind === 'text_moved') return false;
      const { x, y } = centre(box);
      return x > strip.x && x < strip.x + strip.width && y > strip.y && y < strip.y + strip.height;
    });
  });
