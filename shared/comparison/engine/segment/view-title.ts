import type { Word } from '../../../domain/page-text.ts';
import type { TextLine } from '../change.ts';
import { type Box, centre, contains, inflate } from '../geometry.ts';
import { findLines } from '../read/text-lines.ts';
import { minimumTitleRatio } from './thresholds.ts';

const largestIn = (words: readonly Word[]): TextLine | null => {
  const lines = findLines(words);
  const titles = lines.filter((line) => (line.text.match(/\p{L}/gu)?.length ?? 0) >= 4 && line.text.length <= 60);
  return titles.sort((a, b) => b.size - a.size || b.box.y - a.box.y)[0] ?? null;
};

const wordsIn = (words: readonly Word[], box: Box): Word[] => {
  const place = inflate(box, 3);
  return words.filter((word) => contains(place, centre(word)));
};

/** Returns the name of a view: its largest lettering of a few words, excluding bare numbers; null if it has none. */
export const titleIn = (words: readonly Word[], box: Box): string | null =>
  largestIn(wordsIn(words, box))?.text ?? null;

/** Returns the size of the title that stands out from other lettering in a box; null if none does. */
export const titleSizeIn = (words: readonly Word[], box: Box): number | null => {
  const inside = wordsIn(words, box);
  const title = largestIn(inside);
  if (!title) return null;
  const sizes = inside.map(({ size }) => size).sort((a, b) => a - b);
  return title.size > minimumTitleRatio * sizes[Math.floor(sizes.length / 2)]! ? title.size : null;
};
