import type { Word } from '../../../domain/page-text.ts';
import type { Change } from '../change.ts';
import { centre, contains, overlapArea } from '../geometry.ts';
import { minimumInsideShare } from './thresholds.ts';

/**
 * Joins the fill of a cell with the text in it that changed as well, and names other fills by their text: each is an object of
 * its own.
 * @param rows changes of table rows, which are reported anyway
 * @param words the unchanged words
 */
export const joinAreas = (changes: readonly Change[], rows: readonly Change[], words: readonly Word[]): Change[] => {
  const texts = [...changes, ...rows].filter(({ text, kind }) => text !== null || kind.startsWith('row_'));
  return changes.flatMap((change): Change[] => {
    if (!change.isArea) return [change];
    const isInside = ({ box }: Change) =>
      overlapArea(box, change.box) >=
      minimumInsideShare * Math.min(box.width * box.height, change.box.width * change.box.height);
    if (texts.some(isInside)) return [];
    const label = words.filter((word) => contains(change.box, centre(word))).map(({ text }) => text);
    return [label.length > 0 ? { ...change, name: label.join(' ') } : change];
  });
};
