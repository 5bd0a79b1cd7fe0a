import type { CellBox, LetteringLine, PageText, UnreadInk, Word } from '../domain/page-text.ts';
import { rotateToText } from '../domain/sheets/extent.ts';
import { readingDirection } from '../domain/sheets/reading-direction.ts';
import { regionOf } from '../domain/sheets/region.ts';
import { areaOfBox, intersectionOf } from './boxes.ts';
import { letteringLinesOf, unreadLinesOf } from './lettering-lines.ts';
import type { Linework } from './linework.ts';
import {
  manyWords,
  maximumCoveredLineShare,
  maximumRecognisedCharacters,
  maximumUnreadPoints,
  minimumImageShare,
  minimumUnreadRegionRatio,
} from './thresholds/lettering.ts';

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

/** Returns the lines in the areas of title blocks that look like lettering but are no words. */
const blockLettering = (linework: Linework, page: PageText): CellBox[] => {
  // Where strokes were read as words, those that are left are no lettering.
  if (page.words.some(({ drawn }) => drawn !== undefined)) return [];
  const direction = readingDirection(page);
  const angles = direction === null ? allAngles : [direction];
  const isInBlock = (x: number, y: number): boolean =>
    angles.some((angle) => likelihoodOf(x, y, angle, linework) > minimumUnreadRegionRatio);
  return unreadLinesOf(linework, page.words, {
    isWanted: ({ left, top, right, bottom }) => isInBlock((left + right) / 2, (top + bottom) / 2),
    // The likelihood is greatest in one of the corners.
    mayHold: ({ left, top, right, bottom }) =>
      isInBlock(left, top) || isInBlock(right, top) || isInBlock(left, bottom) || isInBlock(right, bottom),
  });
};

/**
 * Returns the lines that text recognition is to read, the longest first, as many as it has time for. Parts of other lines, and
 * letters of several lines that stand one above the other, are none.
 */
const linesToRecognise = (linework: Linework, printed: readonly Word[]): LetteringLine[] => {
  const kept: LetteringLine[] = [];
  let characters = 0;
  for (const line of letteringLinesOf(linework, printed).sort((a, b) => b.characters - a.characters)) {
    if (characters + line.characters > maximumRecognisedCharacters) break;
    const covered = kept.reduce((sum, { box }) => sum + areaOfBox(intersectionOf(box, line.box)), 0);
    if (covered >= maximumCoveredLineShare * areaOfBox(line.box)) continue;
    kept.push(line);
    characters += line.characters;
  }
  return kept;
};

/**
 * Returns the images of a page, the lines in the areas of title blocks that look like lettering but are no words, and all
 * lines that may be lettering on a page whose text layer has few words or lacks lettering. A page with too many paths to be
 * examined is one image.
 * @param page its words include those read from its strokes
 * @param options unless `hasLines`, the lines for text recognition are not searched for
 */
export const unreadInkOf = (
  linework: Linework,
  page: PageText,
  { hasLines = true }: { hasLines?: boolean } = {},
): UnreadInk => {
  const { width, height, points } = linework;
  if (points.length / 2 > maximumUnreadPoints) {
    return { images: [{ left: 0, top: 0, right: width, bottom: height }], lettering: [] };
  }
  const images = imagesOf(linework);
  const lettering = blockLettering(linework, page);
  const printed = page.words.filter(({ drawn }) => drawn === undefined);
  const isIncomplete = lettering.length > 0 || printed.length < manyWords || printed.length < page.words.length;
  const lines = hasLines && isIncomplete ? linesToRecognise(linework, printed) : [];
  return { images, lettering, ...(lines.length > 0 && { lines }) };
};
