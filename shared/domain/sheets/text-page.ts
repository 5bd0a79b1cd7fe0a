import type { PageText } from '../page-text.ts';
import { regionOf } from './region.ts';
import { segmentsOf } from './segments.ts';

/** Minimum share of words in lines of prose for a page of text without a title block. */
const MINIMUM_PROSE_SHARE = 0.45;
const MINIMUM_PROSE_WORDS = 7;

/** Minimum number of kinds of labels of a title block; fewer suffice with a scale, which text pages lack. */
const MINIMUM_BLOCK_KINDS = 4;
const MINIMUM_KINDS_WITH_SCALE = 2;
/** Minimum likelihood of a title block at a label's position for the label to count. */
const MINIMUM_REGION = 0.4;

/** Whether there are labels of a title block in the areas of title blocks. */
const hasTitleBlock = (page: PageText): boolean => {
  const { words, width, height } = page;
  // On a sheet that reads sideways the block is elsewhere on the displayed page.
  const upright = words.filter(({ angle }) => angle === 0).length > words.length / 2;
  const near = upright
    ? words.filter((word) => {
        const place = {
          u0: word.x / width,
          u1: (word.x + word.width) / width,
          v0: word.y / height,
          v1: (word.y + word.height) / height,
        };
        return regionOf(place) > MINIMUM_REGION;
      })
    : words;
  if (near.length < MINIMUM_KINDS_WITH_SCALE) return false;
  const { labels } = segmentsOf({ ...page, words: near });
  const kinds = new Set(labels.filter((label) => regionOf(label.place) > MINIMUM_REGION).map(({ kind }) => kind));
  return kinds.size >= (kinds.has('scale') ? MINIMUM_KINDS_WITH_SCALE : MINIMUM_BLOCK_KINDS);
};

/**
 * Whether a page of office paper is a page of text: a specification, a report, a table of contents. A title block
 * makes it a drawing, however long its notes are; larger sheets are always drawings.
 */
export const isTextPage = (page: PageText): boolean => {
  const lines = page.text.split('\n').map((line) => line.trim().split(/\s+/));
  const words = lines.reduce((sum, line) => sum + line.length, 0);
  const prose = lines.filter((line) => line.length >= MINIMUM_PROSE_WORDS).reduce((sum, line) => sum + line.length, 0);
  return words > 60 && prose / words > MINIMUM_PROSE_SHARE && !hasTitleBlock(page);
};
