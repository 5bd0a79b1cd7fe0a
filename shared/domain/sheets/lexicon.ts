import { EAST_ASIAN } from './labels.ts';
import { memoizeByText } from './remembered.ts';
import { withoutAccents } from './without-accents.ts';
import { WORDS } from './words/index.ts';
import type { LanguageWords } from './words/language-words.ts';

type WordKind = keyof LanguageWords;

/** The kinds of words as bits of a number. */
const BIT: Readonly<Record<WordKind, number>> = {
  kinds: 1 << 0,
  parts: 1 << 1,
  fillers: 1 << 2,
  firms: 1 << 3,
  projects: 1 << 4,
  stamps: 1 << 5,
  headings: 1 << 6,
  streets: 1 << 7,
  roads: 1 << 8,
  roles: 1 << 9,
};
const WORD_KINDS = Object.keys(BIT) as WordKind[];

/** Letters with an umlaut or ring that are also written as two letters: `Übersicht`, `Uebersicht`. */
const TWO_LETTERS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/** Converts words of the lists or of a drawing to what is compared: capitals without accents. */
export const comparable = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: most texts are of plain letters only.
  (/^[\x00-\x7f]*$/.test(text) ? text : withoutAccents(text)).toUpperCase();

interface Lexicon {
  whole: Map<string, number>;
  beginnings: Map<string, number>;
  endings: Map<string, number>;
  phrases: Map<string, number>;
  /** The number of words of the longest phrase that starts with a word. */
  longest: Map<string, number>;
}

const add = (to: Map<string, number>, word: string, bits: number): void => {
  to.set(word, (to.get(word) ?? 0) | bits);
};

const addEntry = ({ whole, beginnings, endings, phrases, longest }: Lexicon, entry: string, bits: number): void => {
  if (entry.includes('_')) {
    const words = entry.split('_');
    const [first] = words as [string];
    add(phrases, entry, bits);
    longest.set(first, Math.max(longest.get(first) ?? 0, words.length));
  } else if (entry.endsWith('*')) add(beginnings, entry.slice(0, -1), bits);
  else if (entry.startsWith('*')) add(endings, entry.slice(1), bits);
  else add(whole, entry, bits);
};

/** Returns the words of a list as they are compared, those with umlauts in both spellings. */
const entriesOf = (list: string): string[] => {
  const words = list.toLowerCase().replace(/[-'’]/g, '_').trim().split(/\s+/);
  const spelt = words.filter((word) => /[äöüåø]/.test(word));
  const both = [...words, ...spelt.map((word) => word.replace(/[äöüåø]/g, (letter) => TWO_LETTERS[letter] ?? letter))];
  return comparable(both.join(' ')).split(' ').filter(Boolean);
};

let known: Lexicon | undefined;
/** Returns the words of all languages, compared on first use. */
const lexicon = (): Lexicon => {
  if (known) return known;
  known = { whole: new Map(), beginnings: new Map(), endings: new Map(), phrases: new Map(), longest: new Map() };
  for (const kind of WORD_KINDS) {
    const list = Object.values(WORDS)
      .map((words) => words[kind])
      .join(' ');
    for (const entry of entriesOf(list)) addEntry(known, entry, BIT[kind]);
  }
  return known;
};

const LONGEST_EAST_ASIAN = 8;

/** Returns what the longest known words of a text without spaces are known as, from its start on. */
const eastAsianPieces = (run: string): number[] => {
  const { whole, endings } = lexicon();
  const pieces: number[] = [];
  for (let from = 0; from < run.length; ) {
    let length = Math.min(LONGEST_EAST_ASIAN, run.length - from);
    const bitsOf = (word: string) =>
      (whole.get(word) ?? 0) | (from + length === run.length ? (endings.get(word) ?? 0) : 0);
    while (length > 1 && bitsOf(run.slice(from, from + length)) === 0) length--;
    pieces.push(bitsOf(run.slice(from, from + length)));
    from += length;
  }
  return pieces;
};

/** Returns what a word is known as: as a whole, else by its beginning and end. */
const bitsOf = memoizeByText((word: string): number => {
  const { whole, beginnings, endings } = lexicon();
  const own = whole.get(word);
  if (own !== undefined) return own;
  let bits = 0;
  for (let i = 1; i <= word.length; i++) bits |= beginnings.get(word.slice(0, i)) ?? 0;
  for (let i = 0; i < word.length; i++) bits |= endings.get(word.slice(i)) ?? 0;
  return bits;
});

/** Returns the longest phrase that starts at a position of a text; null without one. */
const phraseAt = (words: readonly string[], at: number): { count: number; bits: number } | null => {
  const { phrases, longest } = lexicon();
  for (let count = longest.get(words[at] as string) ?? 0; count > 1; count--) {
    const some = words.slice(at, at + count);
    const bits = some.length === count ? phrases.get(some.join('_')) : undefined;
    if (bits !== undefined) return { count, bits };
  }
  return null;
};

/** Storeys without words: `R+1`, `2ND`. */
const STOREY = /(?<!\p{L})R ?\+ ?\d|(?<=\d) ?(?:ST|ND|RD|TH)(?!\p{L})/gu;

/** Returns what each word or phrase of a text is known as. */
const piecesOf = (text: string): number[] => {
  const pieces: number[] = [];
  const plain = comparable(text)
    .replace(/(?<!\p{L})(?:\p{L}\.){2,}\p{L}?(?!\p{L})/gu, (initials) => initials.replaceAll('.', ''))
    .replace(STOREY, () => {
      pieces.push(BIT.parts);
      return ' ';
    });
  const words = plain.match(/\p{L}+/gu) ?? [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    const phrase = phraseAt(words, at);
    if (phrase) {
      pieces.push(phrase.bits);
      at += phrase.count - 1;
    } else if (EAST_ASIAN.test(word)) pieces.push(...eastAsianPieces(word));
    else pieces.push(bitsOf(word));
  }
  return pieces;
};

/** Numbers of a text's words and phrases by what they are known as, and of all that say something. */
export type KnownWords = Readonly<Record<WordKind | 'all', number>>;

/** Returns what the words of a text are known as. */
export const knownWords = memoizeByText((text: string): KnownWords => {
  const pieces = piecesOf(text);
  const counts = WORD_KINDS.map((kind) => [kind, pieces.filter((bits) => (bits & BIT[kind]) !== 0).length]);
  return {
    ...(Object.fromEntries(counts) as Record<WordKind, number>),
    all: pieces.filter((bits) => bits !== BIT.fillers).length,
  };
});
