import { LANGUAGE_LETTERS, LANGUAGE_WORDS } from './language-words.ts';
import { isLegible } from './legibility.ts';
import type { Recognised } from './turn-image.ts';

/** Minimum evidence for a language: three words that no other language has, or more that several share. */
const MINIMUM_EVIDENCE_SCORE = 3;
/** Minimum ratio of the evidence for a language to that for any other. */
const MINIMUM_LEAD_RATIO = 1.5;
/** What a letter counts that no other language has, in such words. */
const LETTER_SCORE = 0.5;

/**
 * Scripts, each of which stands for a language: its letters, and those that no other one has. Japanese and Korean also have
 * Chinese characters.
 */
const SCRIPTS = [
  ['jpn', /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu, /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['kor', /[\p{Script=Hangul}\p{Script=Han}]/gu, /\p{Script=Hangul}/u],
  ['chi_sim', /\p{Script=Han}/gu],
  ['rus', /\p{Script=Cyrillic}/gu],
  ['ell', /\p{Script=Greek}/gu],
  ['ara', /\p{Script=Arabic}/gu],
  ['heb', /\p{Script=Hebrew}/gu],
] as const;
/** Minimum share of another script among the letters of a text, and minimum number of its letters: single ones are symbols. */
const MINIMUM_SCRIPT_SHARE = 0.2;
const MINIMUM_SCRIPT_LETTERS = 6;

/**
 * Languages whose data reads another language's lettering, where that has none. Kyrgyz has all letters of Russian, for which
 * there is no package.
 */
const SUBSTITUTES: Readonly<Record<string, string>> = { dan: 'nor', nor: 'dan', rus: 'kir', chi_sim: 'chi_tra' };

const BASE: Readonly<Record<string, string>> = { ß: 'SS', ł: 'L', Ł: 'L', ø: 'O', Ø: 'O', æ: 'AE', Æ: 'AE', ı: 'I' };

const folded = (text: string): string =>
  text
    .replace(/[ßłŁøØæÆı]/g, (letter) => BASE[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase();

/** Returns the score of each language's entries: the fewer languages an entry has, the more it counts. */
const shared = (entries: readonly (readonly [string, Iterable<string>])[], each: number) => {
  const languages = new Map<string, string[]>();
  for (const [language, list] of entries) {
    for (const entry of new Set(list)) languages.set(entry, [...(languages.get(entry) ?? []), language]);
  }
  return new Map([...languages].map(([entry, of]) => [entry, of.map((name) => [name, each / of.length] as const)]));
};

let words: ReturnType<typeof shared> | undefined;
let letters: ReturnType<typeof shared> | undefined;

/** The languages (ISO 639-2) that stand for scripts other than the Latin one. */
export const SCRIPT_LANGUAGES: readonly string[] = SCRIPTS.map(([language]) => language);

const isScript = (language: string): boolean => SCRIPT_LANGUAGES.includes(language);

const scriptOf = (text: string): string | null => {
  const all = text.match(/\p{L}/gu)?.length ?? 0;
  const found = SCRIPTS.find(([, pattern, own = pattern]) => {
    const count = text.match(pattern)?.length ?? 0;
    return count >= MINIMUM_SCRIPT_LETTERS && count >= MINIMUM_SCRIPT_SHARE * all && text.search(own) >= 0;
  });
  return found?.[0] ?? null;
};

/**
 * Returns the language (ISO 639-2) of texts of a drawing, which may have been recognised with the data of another one;
 * null if they do not tell.
 */
export const languageOf = (texts: Iterable<string>): string | null => {
  const text = [...texts].join(' ');
  const script = scriptOf(text);
  if (script) return script;
  words ??= shared(
    Object.entries(LANGUAGE_WORDS).map(([language, list]) => [language, list.split(/\s+/)]),
    1,
  );
  letters ??= shared(Object.entries(LANGUAGE_LETTERS), LETTER_SCORE);
  const scores = new Map<string, number>();
  const add = (found: readonly (readonly [string, number])[] = []) => {
    for (const [language, score] of found) scores.set(language, (scores.get(language) ?? 0) + score);
  };
  for (const word of new Set(folded(text).match(/\p{L}{2,}/gu))) add(words.get(word));
  for (const letter of new Set(text.normalize('NFC').toLowerCase())) add(letters.get(letter));
  const [best, ...others] = [...scores].sort((a, b) => b[1] - a[1]);
  if (!best || best[1] < MINIMUM_EVIDENCE_SCORE) return null;
  const rival = others.find(([language]) => language !== SUBSTITUTES[best[0]]);
  return best[1] >= MINIMUM_LEAD_RATIO * (rival?.[1] ?? 0) ? best[0] : null;
};

/** Languages whose data reads some of each other's letters. */
const IDEOGRAPHIC = ['jpn', 'kor', 'chi_sim'];
/** Letters of Latin, which competes with the other scripts. */
const LATIN = /\p{Script=Latin}/gu;

/**
 * Returns the language whose script a text is in, of which a sample was recognised with the data of each script: the one
 * with most letters that are certain; null if none leads.
 * @param readings the certain words, by language; those of English compete with the scripts
 */
export const leadingScript = (readings: ReadonlyMap<string, readonly string[]>): string | null => {
  const counts = [...readings].map(([language, found]) => {
    const letters = SCRIPTS.find(([name]) => name === language)?.[1] ?? LATIN;
    // Linework repeats the same few strokes, of which some are letters.
    return [language, [...new Set(found)].join(' ').match(letters)?.length ?? 0] as const;
  });
  const [best, ...others] = counts.sort((a, b) => b[1] - a[1]);
  if (!best || !isScript(best[0]) || best[1] < MINIMUM_SCRIPT_LETTERS) return null;
  const rival = others.find(([language]) => !(IDEOGRAPHIC.includes(best[0]) && IDEOGRAPHIC.includes(language)));
  return best[1] >= MINIMUM_LEAD_RATIO * (rival?.[1] ?? 0) ? best[0] : null;
};

/** Words of at least three letters that are certain count for a reading; another one of fewer than this share is worse. */
const MINIMUM_LEGIBLE_SHARE = 0.8;

/** Whether the reading in the language of the words is as legible as the first one: it has about as many certain words. */
export const isAsLegible = (again: readonly Recognised[], first: readonly Recognised[]): boolean =>
  again.filter(isLegible).length >= MINIMUM_LEGIBLE_SHARE * first.filter(isLegible).length;

/**
 * Returns the language whose data reads a text of the given language.
 * @param available languages with data
 */
export const dataFor = (language: string | null, available: readonly string[]): string | null => {
  if (language === null) return null;
  return [language, SUBSTITUTES[language]].find((each) => each !== undefined && available.includes(each)) ?? null;
};

/**
 * Whether a language has a script of its own but no data of its own: letters would be taken for others, or, with the data of
 * a similar language, be read worse than by their strokes.
 * @param available languages with data; undefined if recognition does not depend on any
 */
export const isScriptWithout = (language: string | null, available: readonly string[] | undefined): boolean =>
  language !== null && isScript(language) && available !== undefined && !available.includes(language);
