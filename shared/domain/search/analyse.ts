import { stem } from './stem.ts';

/** A word of a text as it is searched for, and the characters `from` to `to` where it stands. */
export interface Token {
  term: string;
  from: number;
  to: number;
}

/**
 * Letters and digits, with what joins them to one number or code: `S-101`, `03.30`, `1/2`. A dash or a dot counts only
 * where a digit stands in the whole.
 */
const RUN = /[\p{L}\p{N}\p{M}]+(?:[-–.'’][\p{L}\p{N}\p{M}]+)*/gu;
/** What is one code although spaces stand in it: a section's number (`03 30 00`), a number after its dash (`ASK - 002a`). */
const SPACED =
  /(?<![\p{L}\p{N}])(?:\d{2} \d{2} \d{2}(?:\.\d{2})?|\p{Lu}{1,3} ?[-–]{1,2} \d{1,4}\p{Ll}?)(?![\p{L}\p{N}])/gu;
const LONGEST = 64;

/** Most texts, which nothing but case is to be taken from. */
const PLAIN = /^[ -~]*$/;
/** Case and accents do not matter; ligatures and wide forms are letters. */
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
/** A code without the dashes that some write in it and others do not. */
const asCode = (run: string): string => folded(run).replace(/[-–'’]/g, '');

const partsOf = (run: string, start: number): Token[] => {
  const parts: Token[] = [];
  for (const { 0: part, index } of run.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const term = folded(part);
    // What follows an apostrophe is an ending: `owner's`.
    if (term === 's' && /['’]/.test(run[index - 1] ?? '')) continue;
    parts.push({ term, from: start + index, to: start + index + part.length });
  }
  return parts;
};

/**
 * The words of a text in their order, ready to be searched: `S-101` and `S101` are one code, `03 30 00` one number,
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

/** The words of texts as the index holds them, apart from each other so that no phrase spans two of them. */
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

/** True for a number or a code, which is found as it is written alone. */
export const isCode = (term: string): boolean => hasDigit(term);

/** What the forms of one word have in common; a code is itself. */
export const stemOf = (term: string): string => (isCode(term) ? term : stem(term));
