import { isStopWord } from '../text/words.ts';
import { indexedWords, isCode, tokensOf } from './analyse.ts';
import type { Vocabulary } from './search-vocabulary.ts';

/** One word of a query, with the indexed words that match it and the value of each match (1 for the exact word). */
interface Group {
  word: string;
  alternatives: ReadonlyMap<string, number>;
  /** The weight relative to other words; low for a word such as `the`. */
  weight: number;
  /** Suggested spellings of a word that the index does not contain. */
  corrections: readonly string[];
}

/** A parsed query. */
export interface Question {
  groups: readonly Group[];
  /** Phrases in quotation marks, each as a list of words. */
  phrases: readonly (readonly string[])[];
}

const WORTH = { same: 1, form: 0.85, joined: 1, continuation: 0.55, correction: 0.6 };
const CONTINUATIONS = 12;
const CORRECTIONS = 6;
const WEIGHT_OF_STOP_WORD = 0.05;
/** The minimum length of a prefix for which continuations are looked up. */
const SHORTEST_PREFIX = 2;
/** Maximum words of a query; further words are ignored. */
const MOST_WORDS = 32;

const groupOf = (word: string, vocabulary: Vocabulary): Group => {
  const alternatives = new Map([[word, WORTH.same]]);
  const add = (terms: readonly string[], worth: number) => {
    for (const term of terms) if (!alternatives.has(term)) alternatives.set(term, worth);
  };
  const forms = vocabulary.forms(word);
  add(forms, WORTH.form);
  const isKnown = forms.length > 0;
  const isSmall = isStopWord(word);
  if (!isSmall && word.length >= SHORTEST_PREFIX && (!isCode(word) || !isKnown)) {
    add(vocabulary.continuations(word, CONTINUATIONS), WORTH.continuation);
  }
  const corrections = isKnown || isSmall ? [] : vocabulary.near(word, CORRECTIONS);
  add(corrections, WORTH.correction);
  return { word, alternatives, weight: isSmall ? WEIGHT_OF_STOP_WORD : 1, corrections };
};

const QUOTED = /["“”„]([^"“”„]+)["“”„]/gu;

/**
 * Parses a query: words with their inflections, continuations and corrections, codes exactly as written, and phrases.
 * `S 101` also matches `S-101`.
 */
export const readQuestion = (text: string, vocabulary: Vocabulary): Question => {
  const phrases = [...text.matchAll(QUOTED)]
    .map(([, quoted]) => indexedWords(quoted).split(' '))
    .filter((words) => words.length > 1);
  const tokens = tokensOf(text).slice(0, MOST_WORDS);
  const groups: Group[] = [];
  for (const [at, { term, to }] of tokens.entries()) {
    if (groups.some(({ word }) => word === term)) continue;
    const group = groupOf(term, vocabulary);
    const next = tokens[at + 1];
    const before = tokens[at - 1];
    const joins = (left: string, right: string) =>
      /^\p{L}{1,3}$/u.test(left) && /^\p{N}/u.test(right) && vocabulary.has(left + right);
    const joined =
      next && next.from - to === 1 && joins(term, next.term)
        ? term + next.term
        : before && joins(before.term, term)
          ? before.term + term
          : undefined;
    groups.push(
      joined === undefined
        ? group
        : { ...group, alternatives: new Map([...group.alternatives, [joined, WORTH.joined]]) },
    );
  }
  // Stop words count only if there are no others.
  const isAllSmall = groups.every(({ weight }) => weight < 1);
  return { groups: isAllSmall ? groups.map((group) => ({ ...group, weight: 1 })) : groups, phrases };
};
