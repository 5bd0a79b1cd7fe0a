import type { PageText, Word } from '../../../domain/page-text.ts';
import type { Table } from '../../../drawing/index.ts';
import { identity, type Matrix } from '../geometry.ts';
import { gridsOf } from '../read/grids.ts';
import { noteBlocksOf } from '../read/note-blocks.ts';
import { unruledGridsOf } from '../read/unruled-grids.ts';
import { type Explained, mergeAll } from './explained.ts';
import { compareNotes } from './note-changes.ts';
import { compareTables } from './table-changes.ts';

interface Side {
  text: PageText;
  /** Its words in points of the newer sheet. */
  words: readonly Word[];
  /** Its ruled tables, in its own points. */
  tables: readonly Table[];
}

/**
 * Compares the objects that consist of text: ruled tables, notes, and tables without rules.
 * @param matrix maps points of the older sheet to points of the newer one
 */
export const compareObjects = (older: Side, newer: Side, matrix: Matrix): Explained => {
  const words = { older: older.words, newer: newer.words };
  const without = (found: Explained) => ({
    older: words.older.filter((word) => !found.older.has(word)),
    newer: words.newer.filter((word) => !found.newer.has(word)),
  });
  const ruled = compareTables(
    gridsOf(older.tables, older.text.words, older.words, matrix),
    gridsOf(newer.tables, newer.text.words, newer.words, identity),
    words,
  );
  const notes = compareNotes(noteBlocksOf(without(ruled)), words);
  const rest = without(mergeAll([ruled, notes]));
  return mergeAll([ruled, notes, compareTables(unruledGridsOf(rest.older), unruledGridsOf(rest.newer), words)]);
};
