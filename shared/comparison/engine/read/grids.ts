import { median } from '../../../domain/median.ts';
import type { Word } from '../../../domain/page-text.ts';
import type { Table } from '../../../drawing/index.ts';
import { applyToBox, type Box, boxBetween, centre, contains, type Matrix, union } from '../geometry.ts';
import { findLines } from './text-lines.ts';
import { maximumCaptionTextHeights, maximumCellLineHeights, minimumGridRows } from './thresholds.ts';

/** A cell of a table with its words; boxes are in points of the newer sheet. */
export interface GridCell {
  box: Box;
  words: Word[];
  text: string;
}

/** A row of a table: its cells by column, null where none begins. */
export interface GridRow {
  box: Box;
  cells: (GridCell | null)[];
}

/** A table whose cells contain text. */
export interface Grid {
  kind: Table['kind'];
  title: string | null;
  /** Whether rules separate its cells. */
  ruled: boolean;
  box: Box;
  rows: GridRow[];
  /** The words of the title above its rules. */
  caption: Word[];
  /** The heading of each column; empty without. */
  headings: string[];
}

/** Returns a text without spaces, which producers set differently. */
export const spelling = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '');

/** Whether a table contains text rather than views. */
const isOfText = (cells: readonly GridCell[]): boolean => {
  const full = cells.filter(({ words }) => words.length > 0);
  const heights = full.map(({ box, words }) => {
    const lines = findLines(words);
    return box.height / lines.reduce((sum, { size }) => sum + size, 0);
  });
  return median(heights) <= maximumCellLineHeights;
};

/** Whether a text may be a heading: words, not the mark of an object. */
export const isWord = (text: string): boolean => /\p{L}/u.test(text) && !/^\p{L}{0,3}[-.]?\d/u.test(text);

/** Returns the headings of the columns: the texts of the first or the last row, if these are words. */
const headingsOf = ({ rows, columns, cells }: Table, at: (row: number, column: number) => string): string[] => {
  const none = Array<string>(columns).fill('');
  for (const row of [0, rows - 1]) {
    const own = cells.filter((cell) => cell.row === row && cell.text !== '');
    if (own.length < Math.max(2, columns / 2) || !own.every(({ text }) => isWord(text))) continue;
    for (const { column, column_span, row: top, row_span } of own) {
      for (let i = column; i < column + column_span; i++) {
        const below = row === 0 && column_span > 1 ? at(top + row_span, i) : '';
        none[i] = [at(row, column), isWord(below) ? below : ''].filter(Boolean).join(' ');
      }
    }
    return none;
  }
  return none;
};

/** Returns the words of the line above a table that is its title. */
const captionOf = ({ title, box }: Table, words: readonly Word[], placed: readonly Word[]): Word[] => {
  if (title === null) return [];
  const above = words.flatMap((word, i) => {
    const gap = box.top - word.y - word.height;
    const { x } = centre(word);
    const isAbove =
      gap > -1 && gap < maximumCaptionTextHeights * word.size && x > box.left - word.size && x < box.right;
    return isAbove ? [placed[i]!] : [];
  });
  return findLines(above).find((line) => spelling(line.text) === spelling(title))?.words ?? [];
};

/**
 * Returns the tables of a page that contain text, with their words.
 * @param words the words of the page in its own coordinates
 * @param placed the same words in points of the newer sheet
 * @param matrix maps points of the page to points of the newer sheet
 */
export const gridsOf = (
  tables: readonly Table[],
  words: readonly Word[],
  placed: readonly Word[],
  matrix: Matrix,
): Grid[] => {
  const taken = new Set<Word>();
  return tables.flatMap((table): Grid[] => {
    if (table.kind === 'title_block' || table.rows < minimumGridRows) return [];
    const within = boxBetween(table.box);
    const near = words.flatMap((word, i) =>
      word.slant === undefined && contains(within, centre(word)) && !taken.has(placed[i]!)
        ? [{ middle: centre(word), word: placed[i]! }]
        : [],
    );
    const all = table.cells.map((cell) => {
      const box = boxBetween(cell.box);
      const lines = findLines(near.flatMap(({ middle, word }) => (contains(box, middle) ? [word] : [])));
      const own = lines.flatMap((line) => line.words);
      return { ...cell, box: applyToBox(matrix, box), words: own, text: lines.map(({ text }) => text).join(' ') };
    });
    if (!isOfText(all)) return [];
    for (const { words: own } of all) for (const word of own) taken.add(word);
    const starts = new Map(all.map((cell) => [`${cell.row} ${cell.column}`, cell]));
    const rows = Array.from({ length: table.rows }, (_, row): GridRow[] => {
      const cells = Array.from({ length: table.columns }, (_, column) => starts.get(`${row} ${column}`) ?? null);
      const own = cells.filter((cell) => cell !== null);
      const single = own.filter(({ row_span }) => row_span === 1);
      const boxes = (single.length > 0 ? single : own).map(({ box }) => box);
      return boxes.length === 0 ? [] : [{ box: boxes.reduce(union), cells }];
    }).flat();
    const headings = headingsOf(table, (row, column) => starts.get(`${row} ${column}`)?.text ?? '');
    const caption = captionOf(table, words, placed);
    return [
      { kind: table.kind, title: table.title, ruled: true, caption, box: applyToBox(matrix, within), rows, headings },
    ];
  });
};
