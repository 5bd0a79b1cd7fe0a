import type { Word } from '../../../domain/page-text.ts';
import type { TextLine } from '../change.ts';
import { type Box, centre, contains } from '../geometry.ts';
import { findLines } from '../read/text-lines.ts';
import { meaningOf } from '../read/text-meaning.ts';
import { maximumRevisionRowTextHeights } from './thresholds.ts';

const inRow = (first: TextLine, other: TextLine): boolean => {
  const rowDistance = Math.abs(centre(first.box).y - centre(other.box).y);
  return (
    other !== first &&
    rowDistance < 0.6 * first.size &&
    Math.abs(other.box.x - first.box.x) < maximumRevisionRowTextHeights * first.size
  );
};

/**
 * Returns the revision table's text for a delta: the longest entry of the row that begins or ends with it. The row
 * must lie in the title block or contain a date. Returns null if there is none.
 */
export const revisionText = (words: readonly Word[], delta: string, titleBlock: Box | null): string | null => {
  const lines = findLines(words).filter((line) => line.angle === 0);
  const rows = lines
    .filter((line) => line.text === delta)
    .flatMap((line) => {
      const entries = lines.filter((other) => inRow(line, other));
      const isTable =
        (titleBlock !== null && contains(titleBlock, centre(line.box))) ||
        entries.some((entry) => meaningOf(entry.text) === 'date');
      return isTable ? [entries.map((entry) => entry.text).filter((text) => /\p{L}{3}/u.test(text))] : [];
    });
  const texts = rows.flat().sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  return texts[0] ?? null;
};
