import type { PageText, Word } from '../../../domain/page-text.ts';
import { centre, compose, type Matrix } from '../geometry.ts';
import { moveWords } from '../read/move-words.ts';
import { Spellings } from '../read/spellings.ts';

/** Words that must agree, twice as many as stand still, and points that they must have gone. */
const leastWords = 6;
const leastShift = 1.5;
const still = 1;

/** The sheet's rim: title block, zone letters, the frame's own lettering. */
const isAtRim = (word: Word, { width, height }: PageText): boolean => {
  const { x, y } = centre(word);
  return x < width * 0.04 || y < height * 0.04 || x > width * 0.9 || y > height * 0.93;
};

/**
 * Corrects an alignment that followed the drawing rather than the sheet: where the words of the rim agree on another
 * shift, the sheet stands there, and the drawing moved on it.
 */
export const placeByRim = (matrix: Matrix, older: PageText, newer: PageText): Matrix => {
  const theirs = new Spellings(newer.words.filter((word) => isAtRim(word, newer)));
  const ours = moveWords(older.words, matrix).filter((word) => isAtRim(word, newer));
  const shifts = new Map<string, { x: number; y: number; words: Set<Word> }>();
  let standing = 0;
  for (const word of ours) {
    if (theirs.at(word, { x: 0, y: 0 }, still)) {
      standing++;
      continue;
    }
    const from = centre(word);
    for (const other of theirs.of(word.text)) {
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
  if (!best || Math.hypot(best.x, best.y) < leastShift) return matrix;
  const agree = ours.flatMap((word) => {
    const other = theirs.at(word, best, still);
    return other ? [{ x: centre(other).x - centre(word).x, y: centre(other).y - centre(word).y }] : [];
  });
  if (agree.length < leastWords || agree.length < 2 * standing) return matrix;
  const mean = (key: 'x' | 'y') => agree.reduce((sum, one) => sum + one[key], 0) / agree.length;
  return compose(matrix, [1, 0, 0, 1, mean('x'), mean('y')]);
};
