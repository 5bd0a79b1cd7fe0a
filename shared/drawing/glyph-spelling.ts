import { foreignCharacterNats, mixedAlphabetNats, unknownSpellingNats } from './thresholds/lettering.ts';

/** A glyph with its possible readings: characters and the logarithms of their probabilities, the best first. */
export interface SpelledGlyph {
  /** The empty text is not a character. */
  readings: [text: string, score: number][];
}

const cyrillicLetter = /\p{Script=Cyrillic}/u;
const letter = /\p{L}/u;
const digit = /\d/;

/** Cyrillic letters that look like the Latin letter or digit that the classifier reports for both. */
const cyrillicLooks: Record<string, string> = {
  A: 'А',
  B: 'В',
  C: 'С',
  E: 'Е',
  H: 'Н',
  K: 'К',
  M: 'М',
  O: 'О',
  P: 'Р',
  T: 'Т',
  X: 'Х',
  Y: 'У',
  a: 'а',
  c: 'с',
  e: 'е',
  o: 'о',
  p: 'р',
  u: 'и',
  x: 'х',
  y: 'у',
  // As in the slanting lettering of GOST 2.304, which follows handwriting.
  b: 'ь',
  g: 'д',
  m: 'т',
  n: 'п',
  r: 'г',
  ö: 'в',
  ü: 'й',
  ŭ: 'й',
  3: 'З',
  0: 'О',
  6: 'б',
  8: 'в',
};

/** Whether the glyphs of a page are Cyrillic: many are surely letters that no other script has. */
export const isCyrillic = (glyphs: readonly SpelledGlyph[]): boolean => {
  let [cyrillic, letters] = [0, 0];
  for (const { readings } of glyphs) {
    const [text, score] = readings[0]!;
    if (score < Math.log(0.7) || !letter.test(text)) continue;
    letters++;
    if (cyrillicLetter.test(text)) cyrillic++;
  }
  return cyrillic > 5 && cyrillic > 0.15 * letters;
};

type Kind = 'letters' | 'digits' | 'any';

/** Reads a word with characters of one kind, as far as there are such readings. */
const spell = (glyphs: readonly SpelledGlyph[], kind: Kind, cyrillic: boolean): { text: string; score: number } => {
  let text = '';
  let score = 0;
  for (const { readings } of glyphs) {
    // A stroke that resembles no character is one all the same between characters.
    let best: [string, number] = ['', -8];
    for (const [character, given] of readings) {
      const isLetter = letter.test(character);
      let cost = character === '' ? unknownSpellingNats : 0;
      if (kind === 'digits' && isLetter) cost += 6;
      if (kind === 'letters' && digit.test(character)) cost += 6;
      if (isLetter && cyrillicLetter.test(character) && !cyrillic) cost += foreignCharacterNats;
      if (given - cost > best[1]) best = [character, given - cost];
    }
    text += best[0];
    score += best[1];
  }
  return { text, score };
};

const toCyrillic = (text: string): string => {
  const units = /^(M|[mM]{1,2}|L|R|N|A|B|C)[-=\d]/;
  if (!letter.test(text) || units.test(text)) return text;
  const letters = [...text].filter((character) => letter.test(character));
  // A digit between letters, or a 3 before a letter, is a letter that looks like it.
  const isNumber = (character: string, at: number) =>
    digit.test(character) &&
    !(letter.test(text[at + 1] ?? '') && (character === '3' || letter.test(text[at - 1] ?? '')));
  const isLatin = letters.some((character) => !cyrillicLetter.test(character) && !(character in cyrillicLooks));
  if (isLatin) return text;
  return [...text]
    .map((character, at) => (isNumber(character, at) ? character : (cyrillicLooks[character] ?? character)))
    .join('');
};

/** The lower-case letters among capitals, and capitals among lower-case letters, that differ only in size. */
const alike = new Set('cosuvwxzCOSUVWXZ');
const evenCase = (text: string): string => {
  const letters = [...text].filter((character) => letter.test(character) && !alike.has(character));
  const lower = letters.filter((character) => character === character.toLowerCase()).length;
  if (letters.length < 2) return text;
  if (lower === 0) return text.toUpperCase();
  if (lower < letters.length) return text;
  return text.slice(0, 1) + text.slice(1).toLowerCase();
};

/** Returns the likeliest word of glyphs in reading order, and its confidence from 0 to 1. */
export const readWord = (glyphs: readonly SpelledGlyph[], cyrillic: boolean): { text: string; confidence: number } => {
  const spellings = (['letters', 'digits', 'any'] as const).map((kind) => {
    const { text, score } = spell(glyphs, kind, cyrillic);
    const isMixed = letter.test(text) && digit.test(text);
    return { text, score: score - (isMixed ? mixedAlphabetNats : 0) };
  });
  const best = spellings.reduce((a, b) => (b.score > a.score ? b : a));
  const text = evenCase(best.text);
  return {
    text: cyrillic ? toCyrillic(text) : text,
    confidence: Math.exp(Math.min(0, best.score / Math.max(1, glyphs.length))),
  };
};
