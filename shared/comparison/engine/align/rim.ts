import type { PageText, Word } from '../../../domain/page-text.ts';
import { centre, compose, type Matrix } from '../geometry.ts';
import { moveWords } from '../read/move-words.ts';
import { Spellings } from '../read/spellings.ts';
import { minimumAgreeingWords, placeTolerancePoints } from './thresholds.ts';

/** Whether a word lies in the margin of the sheet: title block, zone letters, lettering of the frame. */
const isAtRim = (word: Word, { width, height }: PageText): boolean => {
  const { x, y } = centre(word);
  return x < width * 0.04 || y < height * 0.04 || x > width * 0.9 || y > height * 0.93;
};

/**
 * Corrects an alignment that followed the drawing rather than the sheet. Where the words in the sheet's margin agree
 * on another shift, that shift aligns the sheets, and the drawing moved on the sheet.
 */
export const placeByRim = (matrix: Matrix, older: PageText, newer: PageText): Matrix => {
  const newerSpellings = new Spellings(newer.words.filter((word) => isAtRim(word, newer)));
  const olderWords = moveWords(older.words, matrix).filter((word) => isAtRim(word, newer));
  const shifts = new Map<string, { x: number; y: number; words: Set<Word> }>();
  let unmoved = 0;
  for (const word of olderWords) {
    if (newerSpellings.at(word, { x: 0, y: 0 }, placeTolerancePoints)) {
      unmoved++;
      continue;
    }
    const from = centre(word);
    for (const other of newerSpellings.of(word.text)) {
      if (other.angle !== word.angle || Math.abs(other.size - word.size) > 0.12 * word.size) continue;
      const to = centre(other);
      const [x, y] = [to.x - from.x, to.y - from.y];
      const key = `${Math.round(x)},${Math.round(y)}`;
      const known = shifts.get(key);
      if (known) known.words.add(word);
      else shifts.set(key, { x, y, words: new Set([word]) });
    }
  }
  const best = [...shifts.values()].sort((a, b) => b.words.size - a.words.size)[0];
  if (!best) return matrix;
  const agree = olderWords.flatMap((word) => {
    const other = newerSpellings.at(word, best, placeTolerancePoints);
    return other ? [{ x: centre(other).x - centre(word).x, y: centre(other).y - centre(word).y }] : [];
  });
  if (agree.length < minimumAgreeingWords || agree.length < 2 * unmoved) return matrix;
  const mean = (key: 'x' | 'y') => agree.reduce((sum, one) => sum + one[key], 0) / agree.length;
  return compose(matrix, [1, 0, 0, 1, mean('x'), mean('y')]);
};
