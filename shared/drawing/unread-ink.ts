import type { CellBox, PageText, UnreadInk } from '../domain/page-text.ts';
import { rotateToText } from '../domain/sheets/extent.ts';
import { readingDirection } from '../domain/sheets/reading-direction.ts';
import { regionOf } from '../domain/sheets/region.ts';
import { unreadLinesOf } from './lettering.ts';
import type { Linework } from './linework.ts';
import { maximumUnreadPoints, minimumImageShare, minimumUnreadRegionRatio } from './thresholds/lettering.ts';

const allAngles = [0, 90, 180, 270] as const;

/** Returns how likely a point is in a title block, on a sheet that is read at an angle. */
const likelihoodOf = (x: number, y: number, angle: number, { width, height }: Pick<Linework, 'width' | 'height'>) => {
  const { u0, v0 } = rotateToText({ x, y, width: 0, height: 0 }, angle, { width, height });
  const [along, across] = angle % 180 === 0 ? [width, height] : [height, width];
  return regionOf({ u0: u0 / along, u1: u0 / along, v0: v0 / across, v1: v0 / across });
};

const imagesOf = ({ width, height, pictures }: Linework): CellBox[] => {
  const images: CellBox[] = [];
  for (let i = 0; i < pictures.length; i += 4) {
    const [left, top, right, bottom] = [pictures[i]!, pictures[i + 1]!, pictures[i + 2]!, pictures[i + 3]!];
    if ((right - left) * (bottom - top) >= minimumImageShare * width * height)
      images.push({ left, top, right, bottom });
  }
  return images;
};

/**
 * Returns the images of a page, and the lines in the areas of title blocks that look like lettering but are no words. A page
 * with too many paths to be examined is one image.
 * @param page its words include those read from its strokes
 */
export const unreadInkOf = (linework: Linework, page: PageText): UnreadInk => {
  const { width, height, points } = linework;
  if (points.length / 2 > maximumUnreadPoints) {
    return { images: [{ left: 0, top: 0, right: width, bottom: height }], lettering: [] };
  }
  const images = imagesOf(linework);
  // Where strokes were read as words, those that are left are no lettering.
  if (page.words.some(({ drawn }) => drawn !== undefined)) return { images, lettering: [] };
  const direction = readingDirection(page);
  const angles = direction === null ? allAngles : [direction];
  const isInBlock = (x: number, y: number): boolean =>
    angles.some((angle) => likelihoodOf(x, y, angle, linework) > minimumUnreadRegionRatio);
  const lettering = unreadLinesOf(linework, page.words, {
    isWanted: ({ left, top, right, bottom }) => isInBlock((left + right) / 2, (top + bottom) / 2),
    // The likelihood is greatest in one of the corners.
    mayHold: ({ left, top, right, bottom }) =>
      isInBlock(left, top) || isInBlock(right, top) || isInBlock(left, bottom) || isInBlock(right, bottom),
  });
  return { images, lettering };
};
