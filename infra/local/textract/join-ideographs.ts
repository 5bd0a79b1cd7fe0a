import type { ReadWord } from './read-word.ts';

/** Chinese and Japanese, which have no spaces between words, and Korean, whose spaces are narrow. */
const IDEOGRAPH = /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
/** Maximum gap in heights between ideographs of a word; between Hangul, or with the figures or Latin letters beside an ideograph. */
const MAXIMUM_GAP_HEIGHTS = 0.6;
const MAXIMUM_NARROW_GAP_HEIGHTS = 0.25;

const belongs = (word: ReadWord, next: ReadWord): boolean => {
  const sides = [[...word.text].at(-1) ?? '', [...next.text][0] ?? ''];
  const isWide = sides.every((side) => IDEOGRAPH.test(side));
  if (!sides.some((side) => IDEOGRAPH.test(side)) && !sides.every((side) => HANGUL.test(side))) return false;
  const height = Math.max(word.bbox.y1 - word.bbox.y0, next.bbox.y1 - next.bbox.y0);
  return next.bbox.x0 - word.bbox.x1 <= height * (isWide ? MAXIMUM_GAP_HEIGHTS : MAXIMUM_NARROW_GAP_HEIGHTS);
};

const joined = (one: ReadWord, other: ReadWord): ReadWord => {
  const [length, added] = [one.text.length, other.text.length];
  return {
    text: one.text + other.text,
    confidence: (one.confidence * length + other.confidence * added) / (length + added),
    bbox: {
      x0: Math.min(one.bbox.x0, other.bbox.x0),
      y0: Math.min(one.bbox.y0, other.bbox.y0),
      x1: Math.max(one.bbox.x1, other.bbox.x1),
      y1: Math.max(one.bbox.y1, other.bbox.y1),
    },
  };
};

/** Joins the words of a line that are printed without a space: tesseract ends a word after one or two ideographs or syllables. */
export const joinIdeographs = (line: readonly ReadWord[]): ReadWord[] => {
  const words: ReadWord[] = [];
  for (const word of line) {
    const last = words.at(-1);
    if (last && belongs(last, word)) words[words.length - 1] = joined(last, word);
    else words.push(word);
  }
  return words;
};
