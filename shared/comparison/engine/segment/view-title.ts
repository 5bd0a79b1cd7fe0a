import type { Word } from '../../../domain/page-text.ts';
import { type Box, centre, contains, inflate } from '../geometry.ts';
import { findLines } from '../read/text-lines.ts';

/** What a view is called: its largest lettering of a few words, not a number alone; null where it has none. */
export const titleIn = (words: readonly Word[], box: Box): string | null => {
  const place = inflate(box, 3);
  const lines = findLines(words.filter((word) => contains(place, centre(word))));
  const titles = lines.filter((line) => (line.text.match(/\p{L}/gu)?.length ?? 0) >= 4 && line.text.length <= 60);
  const largest = titles.sort((a, b) => b.size - a.size || b.box.y - a.box.y)[0];
  return largest?.text ?? null;
};
