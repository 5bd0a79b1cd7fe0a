import type { PageText } from '../page-text.ts';
import { regionOf } from './region.ts';
import { segmentsOf } from './segments.ts';

/** Share of words in lines of prose from which a page is a text, unless it has a title block. */
const PROSE = 0.45;
const WORDS_OF_PROSE = 7;

/** Kinds of labels that make a title block; fewer where a scale is among them, which no text has. */
const KINDS_OF_BLOCK = 4;
const KINDS_WITH_SCALE = 2;
/** Likelihood of a place for title blocks from which its labels count. */
const PLACE_OF_BLOCK = 0.4;

/** Whether labels of a title block stand where title blocks do. */
const hasTitleBlock = (page: PageText): boolean => {
  const { words, width, height } = page;
  // A sheet that reads sideways has its block elsewhere on the displayed page.
  const upright = words.filter(({ angle }) => angle === 0).length > words.length / 2;
  const near = upright
    ? words.filter((word) => {
        const place = {
          u0: word.x / width,
          u1: (word.x + word.width) / width,
          v0: word.y / height,
          v1: (word.y + word.height) / height,
        };
        return regionOf(place) > PLACE_OF_BLOCK;
      })
    : words;
  if (near.length < KINDS_WITH_SCALE) return false;
  const { labels } = segmentsOf({ ...page, words: near });
  const kinds = new Set(labels.filter((label) => regionOf(label.place) > PLACE_OF_BLOCK).map(({ kind }) => kind));
  return kinds.size >= (kinds.has('scale') ? KINDS_WITH_SCALE : KINDS_OF_BLOCK);
};

/**
 * Whether a page of office paper is a page of a text: a specification, a report, a contents list. A title block makes
 * it a drawing, however long its notes are; larger sheets are drawings all the same.
 */
export const isTextPage = (page: PageText): boolean => {
  const lines = page.text.split('\n').map((line) => line.trim().split(/\s+/));
  const words = lines.reduce((sum, line) => sum + line.length, 0);
  const prose = lines.filter((line) => line.length >= WORDS_OF_PROSE).reduce((sum, line) => sum + line.length, 0);
  return words > 60 && prose / words > PROSE && !hasTitleBlock(page);
};
