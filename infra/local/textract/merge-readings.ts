import type { ReadWord } from './read-word.ts';

type Box = ReadWord['bbox'];

const PLAIN = /^[\x20-\x7e]$/;

/** Whether words are the same but for letters that English does not have. */
const isSameButAccents = (plain: string, accented: string): boolean => {
  const [one, other] = [[...plain], [...accented]];
  return one.length === other.length && other.every((letter, i) => letter === one[i] || !PLAIN.test(letter));
};

const isWithin = ({ bbox: { x0, y0, x1, y1 } }: ReadWord, box: Box): boolean => {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1;
};

const boxAround = (words: readonly ReadWord[]): Box => ({
  x0: Math.min(...words.map(({ bbox }) => bbox.x0)),
  y0: Math.min(...words.map(({ bbox }) => bbox.y0)),
  x1: Math.max(...words.map(({ bbox }) => bbox.x1)),
  y1: Math.max(...words.map(({ bbox }) => bbox.y1)),
});

/** Returns a word that was read without accents with those of another reading of it. */
const withAccents = (word: ReadWord, others: readonly ReadWord[]): ReadWord => {
  const same = others.find((other) => isWithin(other, word.bbox) && isSameButAccents(word.text, other.text));
  return same ? { ...word, text: same.text.normalize('NFC') } : word;
};

/** Minimum confidence (0..100) of words that are not read again. */
export const CERTAIN = 80;

const overlap = ({ bbox: a }: ReadWord, { bbox: b }: ReadWord): boolean =>
  a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;

/**
 * Returns the lines of a first reading with those of a second one, which replace the words in their place, except for accents:
 * the second one has none. Certain words beside those of a slanting line, within its box, stay.
 */
export const mergeReadings = (first: readonly ReadWord[][], second: readonly ReadWord[][]): ReadWord[][] => {
  const boxes = second.map(boxAround);
  const replaced: ReadWord[] = [];
  const kept = first.map((line) =>
    line.filter((word) => {
      const isReplaced = second.some(
        (words, i) =>
          isWithin(word, boxes[i]!) && (word.confidence < CERTAIN || words.some((other) => overlap(word, other))),
      );
      if (!isReplaced) return true;
      replaced.push(word);
      return false;
    }),
  );
  return [...kept, ...second.map((line) => line.map((word) => withAccents(word, replaced)))];
};
