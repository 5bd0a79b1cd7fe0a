import type { Word } from '../domain/page-text.ts';
import { spaceBetween } from './space-between.ts';

/** A word in the order of the content stream, in points on the displayed page. */
export interface ReadWord extends Omit<Word, 'slant' | 'drawn'> {
  /** The actual direction of slanting text; NaN for others. */
  slant: number;
  /** Lines of one number are one line of the text. */
  line: number;
  /** Whether the file has a blank before the word; others are inferred from a distance. */
  followsBlank: boolean;
  /** Whether the word continues in the next line, after a hyphen. */
  isHyphenated: boolean;
}

/** Fewest parts of spaced lettering, fewest letters with a blank after each, and most characters of a part on average. */
const FEWEST_PARTS = 6;
const FEWEST_LETTERS = 4;
const MOST_CHARACTERS = 3;
/** In font sizes: widest space within spaced words, and how much wider that between them is. */
const WIDEST_SPACE = 1.6;
const WIDER = 0.15;
/** Variation of the spaces within words, in font sizes. */
const VARIATION = 0.12;
/** A character by itself, or with the mark at the end of a spelt word: `N:`. */
const SINGLE = /^.\p{P}?$/u;
/** Least share of letters among the characters of spelt words: others are `&` and marks. */
const LETTER_SHARE = 0.8;
/** Least share of the spaces that are within words. */
const WITHIN_SHARE = 0.4;

/** How the words of spaced lettering are recognised. */
interface Spacing {
  /** The widest space within words, in font sizes. */
  widest: number;
  /** Whether the file has a blank in every space, within words and between them. */
  hasBlanksEverywhere: boolean;
}

/** Returns whether single characters with a blank after each spell words, rather than grid lines or a row of marks. */
const isSpelt = (words: readonly ReadWord[]): boolean => {
  const codes = words.map(({ text }) => text.codePointAt(0)!);
  const steps = new Set(codes.slice(1).map((code, i) => code - codes[i]!));
  const letters = words.filter(({ text }) => /^\p{L}/u.test(text)).length;
  return words.every(({ text }) => SINGLE.test(text)) && letters >= LETTER_SHARE * words.length && steps.size > 1;
};

/** Returns the spacing of spaced lettering; undefined if the words are not that. */
const spacingOf = (words: readonly ReadWord[], spaces: readonly number[]): Spacing | undefined => {
  const characters = words.reduce((sum, { text }) => sum + text.length, 0);
  const hasBlanksEverywhere = words.slice(1).every((word) => word.followsBlank) && isSpelt(words);
  const fewest = hasBlanksEverywhere ? FEWEST_LETTERS : FEWEST_PARTS;
  if (words.length < fewest || characters > MOST_CHARACTERS * words.length) return undefined;
  const isBlank = (i: number): boolean => words[i + 1]!.followsBlank && !hasBlanksEverywhere;
  const sorted = spaces.filter((_, i) => !isBlank(i)).sort((a, b) => a - b);
  if (sorted.length === 0) return undefined;
  const border = sorted.findIndex((space, i) => i > 0 && space - sorted[i - 1]! >= WIDER);
  const within = border < 0 ? sorted : sorted.slice(0, border);
  const [narrowest, widest] = [within[0]!, within.at(-1)!];
  // Evenly spaced numbers may be a row of a table, evenly spaced letters are a word.
  const isWord =
    hasBlanksEverywhere ||
    border >= 0 ||
    sorted.length < spaces.length ||
    words.every(({ text }) => /^\p{L}$/u.test(text));
  const isEven = widest - narrowest <= VARIATION;
  return isEven && isWord && within.length >= WITHIN_SHARE * spaces.length
    ? { widest, hasBlanksEverywhere }
    : undefined;
};

/** Returns where single characters follow each other: from the first to the one after the last. */
const stretchesOf = (words: readonly ReadWord[]): [from: number, to: number][] => {
  const stretches: [from: number, to: number][] = [];
  for (const [i, { text }] of words.entries()) {
    const last = stretches.at(-1);
    if (!SINGLE.test(text)) continue;
    if (last?.[1] === i) last[1] = i + 1;
    else stretches.push([i, i + 1]);
  }
  return stretches;
};

const joined = (word: ReadWord, next: ReadWord): ReadWord => {
  const [x, y] = [Math.min(word.x, next.x), Math.min(word.y, next.y)];
  const width = Math.max(word.x + word.width, next.x + next.width) - x;
  const height = Math.max(word.y + word.height, next.y + next.height) - y;
  return { ...word, text: word.text + next.text, x, y, width, height, isHyphenated: next.isHyphenated };
};

/** Returns the words of a run with those joined that its spacing makes one. */
const joinRun = (run: readonly ReadWord[], spaces: readonly number[], spacing: Spacing): ReadWord[] => {
  const result: ReadWord[] = [];
  for (const [i, word] of run.entries()) {
    const last = result.at(-1);
    const isWithin = i > 0 && spaces[i - 1]! <= spacing.widest && (spacing.hasBlanksEverywhere || !word.followsBlank);
    if (last && isWithin) result[result.length - 1] = joined(last, word);
    else result.push({ ...word, line: run[0]!.line });
  }
  return result;
};

/** Joins the words of a run as a whole, or where it consists of single characters. */
const joinWithin = (run: readonly ReadWord[], spaces: readonly number[]): ReadWord[] => {
  const whole = spacingOf(run, spaces);
  if (whole) return joinRun(run, spaces, whole);
  const result: ReadWord[] = [];
  let done = 0;
  for (const [from, to] of stretchesOf(run)) {
    const [part, within] = [run.slice(from, to), spaces.slice(from, to - 1)];
    const spacing = spacingOf(part, within);
    if (!spacing) continue;
    result.push(...run.slice(done, from), ...joinRun(part, within, spacing));
    done = to;
  }
  return [...result, ...run.slice(done)];
};

/**
 * Joins the parts of words whose letters are placed one by one with space between them, and which PDFium takes for words
 * or even lines of their own: `F I R S T  F L O O R`. They are recognised by spaces of two widths, the narrower ones even, and
 * are not joined across a blank of the file, unless it has one after every letter.
 */
export const joinSpaced = (words: readonly ReadWord[]): ReadWord[] => {
  const result: ReadWord[] = [];
  for (let from = 0; from < words.length; ) {
    const spaces: number[] = [];
    for (let at = from; at + 1 < words.length; at++) {
      const space = spaceBetween(words[at]!, words[at + 1]!);
      if (space === undefined || space > WIDEST_SPACE) break;
      spaces.push(space);
    }
    const run = words.slice(from, from + spaces.length + 1);
    result.push(...joinWithin(run, spaces));
    from += run.length;
  }
  return result;
};
