import { isStopWord } from '../text/words.ts';
import { stemOf, tokensOf } from './analyse.ts';

/** Stands before a stem, and in no word. */
const STEM = '~';

/**
 * The words of a text, and the stems of those that are inflected, each between spaces: what lists of documents are
 * searched by beside the text itself.
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

/** One word that is asked for: a text answers it that holds one of the needles in its `describedWords`. */
export interface AskedWord {
  needles: readonly string[];
  /** What each of the needles holds. */
  core: string;
}

const commonBeginning = (a: string, b: string): string => {
  let end = 0;
  while (end < a.length && a[end] === b[end]) end++;
  return a.slice(0, end);
};

/** Words of one question; what follows is left aside. */
const MOST_WORDS = 32;

/**
 * The words of a question, all of which a text has to answer in whatever order: by the same word in any inflection, or by
 * one that begins so. `S 101` asks for `S-101` as well. Small words such as `the` count only where there are no others.
 */
export const askedWords = (question: string): AskedWord[] => {
  const tokens = tokensOf(question).slice(0, MOST_WORDS);
  const asked = tokens.map(({ term, from }, at): AskedWord & { term: string } => {
    const stem = stemOf(term);
    const before = tokens[at - 1];
    const isJoined = before && from - before.to === 1 && /^\p{L}{1,3}$/u.test(before.term) && /^\p{N}/u.test(term);
    const needles = [` ${term}`, ` ${stem} `, ` ${STEM}${stem} `, ...(isJoined ? [` ${before.term}${term}`] : [])];
    return { term, needles, core: commonBeginning(term, stem) };
  });
  const telling = asked.filter(({ term }) => !isStopWord(term));
  return (telling.length > 0 ? telling : asked).map(({ needles, core }) => ({ needles, core }));
};
