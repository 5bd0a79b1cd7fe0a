import { tokensOf } from './analyse.ts';
import type { Group, Question } from './question.ts';

/** What of a question a text answers. */
export interface Match {
  /** The worth of the best alternative for each group; 0 where the text has none. */
  worths: readonly number[];
  /** The words of neighbouring groups stand side by side so often of the possible times, 0 to 1. */
  adjacency: number;
  /** Every phrase stands in it. */
  hasPhrases: boolean;
}

const holdsPhrase = (words: readonly string[], phrase: readonly string[]): boolean => {
  for (let at = words.indexOf(phrase[0]!); at >= 0; at = words.indexOf(phrase[0]!, at + 1)) {
    if (phrase.every((word, i) => words[at + i] === word)) return true;
  }
  return false;
};

/** Holds the indexed words of a text (`indexedWords`) against a question. */
export const matchWords = ({ groups, phrases }: Question, indexed: string): Match => {
  const words = indexed.split(' ');
  const positions = new Map<string, number[]>();
  for (const [at, word] of words.entries()) {
    const known = positions.get(word);
    if (known) known.push(at);
    else positions.set(word, [at]);
  }
  const places = (group: Group): number[] =>
    [...group.alternatives.keys()].flatMap((alternative) => positions.get(alternative) ?? []);
  const worths = groups.map(({ alternatives }) => {
    let best = 0;
    for (const [alternative, worth] of alternatives) if (worth > best && positions.has(alternative)) best = worth;
    return best;
  });
  let side = 0;
  for (let i = 1; i < groups.length; i++) {
    if (worths[i - 1] === 0 || worths[i] === 0) continue;
    const former = new Set(places(groups[i - 1]!));
    if (places(groups[i]!).some((at) => former.has(at - 1) || former.has(at - 2))) side++;
  }
  return {
    worths,
    adjacency: groups.length < 2 ? 0 : side / (groups.length - 1),
    hasPhrases: phrases.every((phrase) => holdsPhrase(words, phrase)),
  };
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
