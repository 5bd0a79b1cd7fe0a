import type { Recognised } from './turn-image.ts';

/** Minimum confidence with which a word is recognised for certain. */
const MINIMUM_CONFIDENCE = 70;
/** Letters that linework is not mistaken for: three in a row, or two of a script that writes a syllable or a word with each. */
const LETTERS = /\p{L}{3}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2}/u;

const hasLetters = ({ text }: Pick<Recognised, 'text'>): boolean => LETTERS.test(text);

/** Whether a word has letters and was recognised for certain. */
export const isLegible = (word: Pick<Recognised, 'text' | 'confidence'>): boolean =>
  word.confidence >= MINIMUM_CONFIDENCE && hasLetters(word);

/** Fewer words with letters do not indicate how legible a text is. */
const FEWEST_WORDS = 5;
/**
 * Share of certain words among those with letters: at least the first of text in the right direction and script, at most
 * the second where there is no text.
 */
const UPRIGHT_SHARE = 0.75;
const GIBBERISH_SHARE = 0.5;
/** Share of words with letters below which many uncertain words are linework or sideways text. */
const LETTERS_SHARE = 0.15;
const MANY_WORDS = 10;
const UNCERTAIN = 75;

/** Returns the share of words with letters that are certain, and how many words have letters. */
const legibility = (words: readonly Recognised[]) => {
  const lettered = words.filter(hasLetters).length;
  const certain = words.filter(isLegible).length;
  return { lettered, certain, share: lettered === 0 ? 0 : certain / lettered };
};

/** Whether words were recognised in their direction and script. */
export const isUpright = (words: readonly Recognised[]): boolean => {
  const { certain, share } = legibility(words.filter(({ angle }) => angle === undefined));
  return certain >= FEWEST_WORDS && share >= UPRIGHT_SHARE;
};

/** Whether words are what recognition makes of turned text, another script, or linework. */
export const isGibberish = (words: readonly Recognised[]): boolean => {
  const { lettered, share } = legibility(words);
  const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / Math.max(1, words.length);
  const isUncertain = words.length >= MANY_WORDS && confidence < UNCERTAIN;
  if (isUncertain && lettered < LETTERS_SHARE * words.length) return true;
  return lettered >= FEWEST_WORDS && share < GIBBERISH_SHARE;
};
