import type { PageText } from '../page-text.ts';

/** Share of words in lines of prose from which a page is a text. */
const PROSE = 0.45;
const WORDS_OF_PROSE = 7;

/**
 * Whether a page of office paper is a page of a text: a specification, a report, a contents list. Larger sheets may
 * hold long notes and are drawings all the same.
 */
export const isTextPage = (page: PageText): boolean => {
  const lines = page.text.split('\n').map((line) => line.trim().split(/\s+/));
  const words = lines.reduce((sum, line) => sum + line.length, 0);
  const prose = lines.filter((line) => line.length >= WORDS_OF_PROSE).reduce((sum, line) => sum + line.length, 0);
  return words > 60 && prose / words > PROSE;
};
