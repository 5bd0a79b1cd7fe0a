import { tokensOf } from './analyse.ts';
import type { Question } from './question.ts';

/** How a text matches a query. */
export interface ScoredMatch {
  /** The value of the best alternative for each group; 0 if the text contains none. */
  worths: readonly number[];
  /** The share of neighbouring groups whose words are adjacent in the text, 0 to 1. */
  adjacency: number;
  /** True if the text contains every phrase. */
  hasPhrases: boolean;
}

/** Returns the positions of a term in a text, ascending; undefined if it does not occur. */
type PositionsOf = (term: string) => readonly number[] | undefined;

const holdsPhrase = (positionsOf: PositionsOf, [first = '', ...rest]: readonly string[]): boolean => {
  const others = rest.map((word) => new Set(positionsOf(word)));
  return (positionsOf(first) ?? []).some((at) => others.every((positions, i) => positions.has(at + i + 1)));
};

/** Up to this number of positions, comparing with each is faster than a set. */
const FEW = 16;

/** Returns whether any position follows one of the former positions directly or after one other word. */
const isBeside = (former: readonly number[], places: readonly number[]): boolean => {
  if (former.length === 0 || places.length === 0) return false;
  if (former.length <= FEW) return places.some((at) => former.includes(at - 1) || former.includes(at - 2));
  const set = new Set(former);
  return places.some((at) => set.has(at - 1) || set.has(at - 2));
};

const NOWHERE: readonly number[] = [];

/** Matches a text with a query, by the positions of its words. */
export const matchPositions = ({ groups, phrases }: Question, positionsOf: PositionsOf): ScoredMatch => {
  const found = groups.map(({ alternatives }) => {
    let places = NOWHERE;
    let best = 0;
    for (const [alternative, worth] of alternatives) {
      const positions = positionsOf(alternative);
      if (!positions) continue;
      best = Math.max(best, worth);
      places = places.length === 0 ? positions : places.concat(positions);
    }
    return { worth: best, places };
  });
  let side = 0;
  for (let i = 1; i < found.length; i++) if (isBeside(found[i - 1]!.places, found[i]!.places)) side++;
  return {
    worths: found.map(({ worth }) => worth),
    adjacency: groups.length < 2 ? 0 : side / (groups.length - 1),
    hasPhrases: phrases.every((phrase) => holdsPhrase(positionsOf, phrase)),
  };
};

/** Returns the positions of each word of an indexed text (`indexedWords`). */
const positionsIn = (indexed: string): Map<string, number[]> => {
  const positions = new Map<string, number[]>();
  for (const [at, word] of indexed.split(' ').entries()) {
    const known = positions.get(word);
    if (known) known.push(at);
    else positions.set(word, [at]);
  }
  return positions;
};

/** Matches the indexed words of a text (`indexedWords`) with a query. */
export const matchWords = (question: Question, indexed: string): ScoredMatch => {
  const positions = positionsIn(indexed);
  return matchPositions(question, (term) => positions.get(term));
};

/** Returns the share of a query that is matched, by weight, 0 to 1. */
export const coverage = ({ groups }: Question, worths: readonly number[]): number => {
  let met = 0;
  let all = 0;
  for (let i = 0; i < groups.length; i++) {
    const { weight } = groups[i]!;
    all += weight;
    met += weight * (worths[i] ?? 0);
  }
  return all === 0 ? 0 : met / all;
};

/** A passage of a text, with the ranges of matching words in the passage. */
export interface Highlight {
  text: string;
  matches: { from: number; to: number }[];
  /** The offset of the first match in the whole text. */
  place: number;
}

/** Maximum characters of a passage. */
const PASSAGE = 240;
/** The weight of a passage's full length, relative to a word. */
const CLOSER = 0.5;

/** Returns the passage of the text that matches most of the query; undefined if nothing matches. */
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
      // Of two passages with equally many words, prefer the one in which they are closer.
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
