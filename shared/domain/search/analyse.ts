import { stem } from './stem.ts';

/** A word of a text in its searchable form, with its range of characters. */
export interface Token {
  term: string;
  from: number;
  to: number;
}

/**
 * Matches letters and digits, with the characters that join them to one number or code: `S-101`, `03.30`, `1/2`. Dashes
 * and dots join only if the whole contains a digit.
 */
const RUN = /[\p{L}\p{N}\p{M}]+(?:[-–.'’][\p{L}\p{N}\p{M}]+)*/gu;
/** Matches codes that contain spaces: a section number (`03 30 00`), a number after a dash (`ASK - 002a`). */
const SPACED =
  /(?<![\p{L}\p{N}])(?:\d{2} \d{2} \d{2}(?:\.\d{2})?|\p{Lu}{1,3} ?[-–]{1,2} \d{1,4}\p{Ll}?)(?![\p{L}\p{N}])/gu;
const LONGEST = 64;

/** Matches ASCII texts, the most common ones, which only need lower-casing. */
const PLAIN = /^[ -~]*$/;
/** Returns the text without case and accents; ligatures and wide forms become letters. */
const folded = (text: string): string =>
  PLAIN.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/ß/g, 'ss')
        .replace(/ł/g, 'l')
        .replace(/ø/g, 'o');

const hasDigit = (text: string): boolean => /\p{N}/u.test(text);
/** Returns a code without dashes, which not everybody writes. */
const asCode = (run: string): string => folded(run).replace(/[-–'’]/g, '');

const partsOf = (run: string, start: number): Token[] => {
  const parts: Token[] = [];
  for (const { 0: part, index } of run.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const term = folded(part);
    // After an apostrophe, an `s` is an ending: `owner's`.
    if (term === 's' && /['’]/.test(run[index - 1] ?? '')) continue;
    parts.push({ term, from: start + index, to: start + index + part.length });
  }
  return parts;
};

/**
 * Returns the words of a text in order and in searchable form: `S-101` and `S101` are one code, `03 30 00` one number,
 * `Second-floor` two words.
 */
export const tokensOf = (text: string): Token[] => {
  const spaced = [...text.matchAll(SPACED)].map(({ 0: found, index }) => ({
    term: asCode(found.replace(/ /g, '')),
    from: index,
    to: index + found.length,
  }));
  const tokens: Token[] = [];
  let next = 0;
  for (const { 0: run, index } of text.matchAll(RUN)) {
    while (next < spaced.length && spaced[next]!.to <= index) next++;
    const code = spaced[next];
    if (code && index >= code.from) {
      if (index === code.from) tokens.push(code);
      continue;
    }
    if (/[-–.'’]/.test(run) && !hasDigit(run)) tokens.push(...partsOf(run, index));
    else tokens.push({ term: asCode(run), from: index, to: index + run.length });
  }
  return tokens.filter(({ term }) => term !== '' && term.length <= LONGEST);
};

/** Returns the words of texts as indexed, with separators so that no phrase spans two texts. */
export const indexedWords = (...texts: readonly (string | null | undefined)[]): string =>
  texts
    .filter((text): text is string => Boolean(text))
    .map((text) =>
      tokensOf(text)
        .map(({ term }) => term)
        .join(' '),
    )
    .filter((words) => words !== '')
    .join(' | ');

/** Returns true for a number or a code, which only matches exactly. */
export const isCode = (term: string): boolean => hasDigit(term);

/** Returns the stem of a word; a code is its own stem. */
export const stemOf = (term: string): string => (isCode(term) ? term : stem(term));
