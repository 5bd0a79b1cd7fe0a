import type { Word } from '../../../domain/page-text.ts';
import { isScale } from '../../../domain/sheets/patterns.ts';
import type { TextLine } from '../change.ts';
import { type Box, centre, contains, inflate } from '../geometry.ts';
import { findLines } from '../read/text-lines.ts';

const largestIn = (words: readonly Word[], isOnTop: boolean): TextLine | null => {
  const lines = findLines(words);
  const titles = lines.filter(
    ({ text }) => (text.match(/\p{L}/gu)?.length ?? 0) >= 4 && text.length <= 60 && !isScale(text),
  );
  const order = isOnTop ? -1 : 1;
  return titles.sort((a, b) => b.size - a.size || order * (b.box.y - a.box.y))[0] ?? null;
};

/**
 * Returns the name of a view: its largest lettering of a few words, excluding bare numbers and scales; null if it has none.
 * @param isOnTop whether the first of equally large ones is the name, as in a table, and not the last one
 */
export const titleIn = (words: readonly Word[], box: Box, isOnTop = false): string | null => {
  const place = inflate(box, 3);
  return (
    largestIn(
      words.filter((word) => contains(place, centre(word))),
      isOnTop,
    )?.text ?? null
  );
};
