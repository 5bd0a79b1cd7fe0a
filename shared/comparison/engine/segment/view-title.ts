import type { Word } from '../../../domain/page-text.ts';
import type { TextLine } from '../change.ts';
import { type Box, centre, contains, inflate } from '../geometry.ts';
import { findLines } from '../read/text-lines.ts';

const largestIn = (words: readonly Word[]): TextLine | null => {
  const lines = findLines(words);
  const titles = lines.filter((line) => (line.text.match(/\p{L}/gu)?.length ?? 0) >= 4 && line.text.length <= 60);
  return titles.sort((a, b) => b.size - a.size || b.box.y - a.box.y)[0] ?? null;
};

/** Returns the name of a view: its largest lettering of a few words, excluding bare numbers; null if it has none. */
export const titleIn = (words: readonly Word[], box: Box): string | null => {
  const place = inflate(box, 3);
  return largestIn(words.filter((word) => contains(place, centre(word))))?.text ?? null;
};
