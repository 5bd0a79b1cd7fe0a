import type { PageText } from '../page-text.ts';
import { linesOf } from './lines.ts';
import { regionOf } from './region.ts';
import { type Segments, segmentsOf } from './segments.ts';

/** Minimum share of words in lines of prose for a page of text without a title block. */
const MINIMUM_PROSE_SHARE = 0.45;
const MINIMUM_PROSE_WORDS = 7;
/** Number of words of a page that may be a drawing whatever its lines. */
const MINIMUM_WORDS = 60;

/** Minimum number of kinds of labels of a title block; fewer suffice with a scale, which text pages lack. */
const MINIMUM_BLOCK_KINDS = 4;
const MINIMUM_KINDS_WITH_SCALE = 2;
/** Minimum likelihood of a title block at a label's position for the label to count. */
const MINIMUM_REGION = 0.4;

/** Whether labels of a title block are in the areas of title blocks, or close together in ruled cells anywhere. */
const hasTitleBlock = ({ labels }: Segments): boolean => {
  const inPlace = labels.filter(({ place, cell }) => regionOf(place) > MINIMUM_REGION || cell !== null);
  const kinds = new Set(inPlace.map(({ kind }) => kind));
  return kinds.size >= (kinds.has('scale') ? MINIMUM_KINDS_WITH_SCALE : MINIMUM_BLOCK_KINDS);
};

/**
 * Whether a page of office paper is a page of text: a specification, a report, a table of contents. A title block
 * makes it a drawing, however long its notes are; larger sheets are always drawings.
 */
export const isTextPage = (page: PageText): boolean => {
  if (page.words.length <= MINIMUM_WORDS) return false;
  const { lines } = linesOf(page);
  const count = lines.reduce((sum, { words }) => sum + words.length, 0);
  const prose = lines
    .filter(({ words }) => words.length >= MINIMUM_PROSE_WORDS)
    .reduce((sum, { words }) => sum + words.length, 0);
  return prose / count > MINIMUM_PROSE_SHARE && !hasTitleBlock(segmentsOf(page));
};
