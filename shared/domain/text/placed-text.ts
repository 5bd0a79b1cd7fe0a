import type { PageText } from '../page-text.ts';

/** A heading that the file marks as one. */
export interface StyledHeading {
  /** Where it begins in the text of its page, in UTF-16 code units. */
  at: number;
  /** Its outline level, from 1. */
  level: number;
  /** The number that its list prints before it; null if it has none, or if its number is part of its text. */
  number: string | null;
  /** Its text, without that number. */
  title: string;
}

/** A page with its text; size and words only of a PDF, headings only of formats that mark them. */
export type PlacedText = Pick<PageText, 'page' | 'text'> &
  Partial<Pick<PageText, 'width' | 'height' | 'words'>> & { headings?: readonly StyledHeading[] };

/** Fractions of a page's width and height, from the top left. */
export interface FractionBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Maximum characters that are skipped to find a word again. */
const NEAR = 200;

/**
 * Returns where each word of a page begins in its text, in UTF-16 code units; -1 if it is not found. The text has the
 * words in the same order, a word hyphenated at a line end as one.
 */
const placeWords = (text: string, words: readonly { text: string }[]): number[] => {
  let at = 0;
  return words.map((word) => {
    while (at < text.length && /\s/.test(text[at]!)) at++;
    const spelling = [word.text, word.text.replace(/-$/, '')].find((each) => text.startsWith(each, at));
    const from = spelling === undefined ? text.slice(at, at + NEAR).indexOf(word.text) + at : at;
    if (from < at) return -1;
    at = from + (spelling ?? word.text).length;
    return from;
  });
};

/** The places of the words of pages that were asked for. */
const placed = new WeakMap<PlacedText, number[]>();

/** Returns the box around the words between two places of a page's text; null if the words are not known. */
export const boxOfText = (page: PlacedText, from: number, to: number): FractionBox | null => {
  const { text, words, width, height } = page;
  if (!words || !width || !height) return null;
  const places = placed.get(page) ?? placeWords(text, words);
  placed.set(page, places);
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (const [i, word] of words.entries()) {
    if (places[i]! < from || places[i]! >= to) continue;
    left = Math.min(left, word.x);
    top = Math.min(top, word.y);
    right = Math.max(right, word.x + word.width);
    bottom = Math.max(bottom, word.y + word.height);
  }
  if (right <= left || bottom <= top) return null;
  const fraction = (value: number, whole: number): number => Math.round((value / whole) * 10_000) / 10_000;
  return {
    x: fraction(left, width),
    y: fraction(top, height),
    width: fraction(right - left, width),
    height: fraction(bottom - top, height),
  };
};
