import { tokensOf } from './analyse.ts';
import type { Question } from './question.ts';

/** What of a question a text answers. */
export interface Match {
  /** The worth of the best alternative for each group; 0 where the text has none. */
  worths: readonly number[];
  /** The words of neighbouring groups stand side by side so often of the possible times, 0 to 1. */
  adjacency: number;
  /** Every phrase stands in it. */
  hasPhrases: boolean;
}

/** The words of a text at which a term stands, ascending; undefined where it does not. */
type PositionsOf = (term: string) => readonly number[] | undefined;

const holdsPhrase = (positionsOf: PositionsOf, [first = '', ...rest]: readonly string[]): boolean => {
  const others = rest.map((word) => new Set(positionsOf(word)));
  return (positionsOf(first) ?? []).some((at) => others.every((positions, i) => positions.has(at + i + 1)));
};

/** Holds a text against a question, by the places of its words. */
export const matchPositions = ({ groups, phrases }: Question, positionsOf: PositionsOf): Match => {
  const found = groups.map(({ alternatives }) => {
    const places: number[] = [];
    let best = 0;
    for (const [alternative, worth] of alternatives) {
      const positions = positionsOf(alternative);
      if (!positions) continue;
      best = Math.max(best, worth);
      for (const at of positions) places.push(at);
    }
    return { worth: best, places };
  });
  let side = 0;
  for (const [i, { places }] of found.entries()) {
    const former = new Set(found[i - 1]?.places);
    if (places.some((at) => former.has(at - 1) || former.has(at - 2))) side++;
  }
  return {
    worths: found.map(({ worth }) => worth),
    adjacency: groups.length < 2 ? 0 : side / (groups.length - 1),
    hasPhrases: phrases.every((phrase) => holdsPhrase(positionsOf, phrase)),
  };
};

/** Where each word of an indexed text (`indexedWords`) stands. */
const positionsIn = (indexed: string): Map<string, number[]> => {
  const positions = new Map<string, number[]>();
  for (const [at, word] of indexed.split(' ').entries()) {
    const known = positions.get(word);
    if (known) known.push(at);
    else positions.set(word, [at]);
  }
  return positions;
};

/** Holds the indexed words of a text (`indexedWords`) against a question. */
export const matchWords = (question: Question, indexed: string): Match => {
  const positions = positionsIn(indexed);
  return matchPositions(question, (term) => positions.get(term));
};

/** The part of a question that matches answer, by weight, 0 to 1. */
export const coverage = ({ groups }: Question, worths: readonly number[]): number => {
  let [met, all] = [0, 0];
  for (const [i, { weight }] of groups.entries()) {
    all += weight;
    met += weight * (worths[i] ?? 0);
  }
  return all === 0 ? 0 : met / all;
};

/** A passage of a text with the words that answer the question, as places in the passage. */
export interface Highlight {
  text: string;
  matches: { from: number; to: number }[];
  /** Where the first of them stands in the whole text. */
  place: number;
}

/** Characters of a passage. */
const PASSAGE = 240;
/** What a passage's whole length counts for, beside a word. */
const CLOSER = 0.5;

/** The passage of the text that holds the most of the question; undefined where it holds none. */
export const highlight = ({ groups }: Question, text: string): Highlight | undefined => {
  const weights = new Map<string, number>();
  for (const { alternatives, weight } of groups) {
    for (const [term, worth] of alternatives) weights.set(term, Math.max(weights.get(term) ?? 0, weight * worth));
  }
  const met = tokensOf(text).filter(({ term }) => weights.has(term));
  if (met.length === 0) return undefined;
  let best = { value: -1, at: 0 };
  for (let i = 0; i < met.length; i++) {
    const distinct = new Set<string>();
    let value = 0;
    for (let j = i; j < met.length && met[j]!.to - met[i]!.from <= PASSAGE; j++) {
      const { term, to } = met[j]!;
      if (distinct.has(term)) continue;
      distinct.add(term);
      value += weights.get(term)!;
      // Of two passages with as many of the words, the one in which they stand closer.
      const near = value - (CLOSER * (to - met[i]!.from)) / PASSAGE;
      if (near > best.value) best = { value: near, at: met[i]!.from };
    }
  }
  let start = Math.max(0, best.at - 60);
  const space = text.slice(start, best.at).search(/\s/);
  if (start > 0 && space >= 0) start += space + 1;
  else if (start > 0) start = best.at;
  let end = Math.min(text.length, start + PASSAGE);
  if (end < text.length) {
    const cut = text.lastIndexOf(' ', end);
    if (cut > best.at) end = cut;
  }
  const passage = text.slice(start, end).replace(/\s/g, ' ');
  const matches = met
    .filter(({ from, to }) => from >= start && to <= end)
    .map(({ from, to }) => ({ from: from - start, to: to - start }));
  return { text: passage, matches, place: best.at };
};
