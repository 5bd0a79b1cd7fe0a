import {
  foreignAccentNats,
  foreignCharacterNats,
  mixedAlphabetNats,
  unknownSpellingNats,
} from './thresholds/lettering.ts';

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
  Ë: 'Ё',
  ë: 'ё',
  3: 'З',
  0: 'О',
  6: 'б',
  8: 'в',
};

/** The letters that a page has besides A to Z. */
export interface Alphabet {
  /** Whether many are surely letters that no other script has. */
  isCyrillic: boolean;
  /** The accents of letters that are surely Latin, as combining characters, and letters such as ø that have none. */
  accents: ReadonlySet<string>;
  /** Whether it is the Turkish one, in which an i has no dot or a capital I has one. */
  isTurkish: boolean;
}

/** Returns what tells a letter from those of A to Z: its accent, or itself if it has none; nothing for one of those. */
const accentOf = (character: string): string | undefined => {
  if (character <= '\x7f') return undefined;
  return character.normalize('NFD')[1] ?? character;
};

/** Letters that among the languages of the service only Turkish has. */
const turkishLetters = new Set('ĞğİŞş');

/** Returns the alphabet of the glyphs of a page. */
export const alphabetOf = (glyphs: readonly SpelledGlyph[]): Alphabet => {
  let [cyrillic, latin, turkish, letters] = [0, 0, 0, 0];
  const accents = new Set<string>();
  for (const { readings } of glyphs) {
    const [text, score] = readings[0]!;
    if (score < Math.log(0.7) || !letter.test(text)) continue;
    letters++;
    const accent = accentOf(text);
    if (cyrillicLetter.test(text)) cyrillic++;
    else if (accent !== undefined) accents.add(accent);
    if (!cyrillicLetter.test(text) && !(text in cyrillicLooks)) latin++;
    if (turkishLetters.has(text)) turkish++;
  }
  return {
    isCyrillic: cyrillic > 5 && cyrillic > 0.15 * letters && cyrillic > latin,
    accents,
    isTurkish: turkish > 2 && turkish > 0.01 * letters,
  };
};

/** Returns the cost of a letter on a page; those that look like Cyrillic ones may stand for them. */
const foreignNats = (character: string, { isCyrillic, accents, isTurkish }: Alphabet): number => {
  if (cyrillicLetter.test(character)) return isCyrillic ? 0 : foreignCharacterNats;
  const accent = accentOf(character);
  if (accent === undefined) return 0;
  // Any short stroke resembles an i without its dot.
  if (character === 'ı') return isTurkish ? 0 : foreignCharacterNats;
  if (isCyrillic) return character in cyrillicLooks ? 0 : foreignCharacterNats;
  return accents.has(accent) ? 0 : foreignAccentNats;
};

type Kind = 'letters' | 'digits' | 'any';

/** Reads a word with characters of one kind, as far as there are such readings. */
const spell = (glyphs: readonly SpelledGlyph[], kind: Kind, alphabet: Alphabet): { text: string; score: number } => {
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
      if (isLetter) cost += foreignNats(character, alphabet);
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
/** Whether a letter tells the case of its word; I and l are the same stroke in many fonts, İ and i on lines without capitals. */
const tellsCase = (character: string): boolean =>
  letter.test(character) && !/[Ilİ]/.test(character) && !alike.has(character.normalize('NFD')[0]!);

const evenCase = (text: string): string => {
  const letters = [...text].filter(tellsCase);
  const lower = letters.filter((character) => character === character.toLowerCase()).length;
  if (letters.length < 2) return text;
  if (lower === 0) return text.replaceAll('l', 'I').toUpperCase();
  if (letters.slice(1).some((each) => each !== each.toLowerCase())) return text;
  // A capital I starts a word before a consonant, as in English, and an l before a vowel.
  const first = text.slice(0, 1).replace('I', /^.[aeiouyàâäéèêíóöúüýěů]/i.test(text) ? 'l' : 'I');
  return first + text.slice(1).replaceAll('I', 'l').replaceAll('İ', 'i').toLowerCase();
};

/** Returns a text with the carons that stand like apostrophes beside tall letters. */
const withCarons = (text: string): string =>
  text.replaceAll(/([dtlL])'/g, (_, tall) => `${tall}\u030c`.normalize('NFC'));

/** Returns the likeliest word of glyphs in reading order, and its confidence from 0 to 1. */
export const readWord = (glyphs: readonly SpelledGlyph[], alphabet: Alphabet): { text: string; confidence: number } => {
  const spellings = (['letters', 'digits', 'any'] as const).map((kind) => {
    const { text, score } = spell(glyphs, kind, alphabet);
    const isMixed = letter.test(text) && digit.test(text);
    return { text, score: score - (isMixed ? mixedAlphabetNats : 0) };
  });
  const best = spellings.reduce((a, b) => (b.score > a.score ? b : a));
  const text = evenCase(alphabet.accents.has('\u030c') ? withCarons(best.text) : best.text);
  return {
    text: alphabet.isCyrillic ? toCyrillic(text) : text,
    confidence: Math.exp(Math.min(0, best.score / Math.max(1, glyphs.length))),
  };
};
