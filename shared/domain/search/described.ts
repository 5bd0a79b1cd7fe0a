import { isStopWord } from '../text/words.ts';
import { stemOf, tokensOf } from './analyse.ts';

/** Marks a stem; occurs in no word. */
const STEM = '~';

/**
 * Returns the words of a text and the stems of inflected ones, separated by spaces. Lists of documents are searched by
 * them as well as by the text itself.
 */
export const describedWords = (text: string): string => {
  const words = tokensOf(text).map(({ term }) => term);
  const stems = new Set<string>();
  for (const word of words) {
    const stem = stemOf(word);
    if (stem !== word) stems.add(`${STEM}${stem}`);
  }
  return ` ${[...words, ...stems].join(' ')} `;
};

/** One word of a query. A text matches if its `describedWords` contain one of the needles. */
export interface AskedWord {
  needles: readonly string[];
  /** A text contained in each of the needles. */
  core: string;
}

const commonPrefix = (a: string, b: string): string => {
  let end = 0;
  while (end < a.length && a[end] === b[end]) end++;
  return a.slice(0, end);
};

/** Maximum words of a query; further words are ignored. */
const MOST_WORDS = 32;

/**
 * Returns the words of a query, all of which a text must contain in any order: in any inflection, or as the beginning
 * of a word. `S 101` also matches `S-101`. Stop words such as `the` count only if there are no others.
 */
export const askedWords = (question: string): AskedWord[] => {
  const tokens = tokensOf(question).slice(0, MOST_WORDS);
  const asked = tokens.map(({ term, from }, at): AskedWord & { term: string } => {
    const stem = stemOf(term);
    const before = tokens[at - 1];
    const isJoined = before && from - before.to === 1 && /^\p{L}{1,3}$/u.test(before.term) && /^\p{N}/u.test(term);
    const needles = [` ${term}`, ` ${stem} `, ` ${STEM}${stem} `, ...(isJoined ? [` ${before.term}${term}`] : [])];
    return { term, needles, core: commonPrefix(term, stem) };
  });
  const telling = asked.filter(({ term }) => !isStopWord(term));
  return (telling.length > 0 ? telling : asked).map(({ needles, core }) => ({ needles, core }));
};
