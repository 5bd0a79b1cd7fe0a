import type { Word } from '../domain/page-text.ts';
import type { Cell } from './cells.ts';
import type { Bounds } from './linework.ts';
import { textOf } from './text.ts';
import { rowsOf, type TextLine, textLinesOf } from './text-lines.ts';
import { minimumDividedRowShare, minimumFilledShare, minimumUnheadedRows } from './thresholds/tables.ts';

/** Texts beside each other, from the left. */
type TextRow = readonly TextLine[];

/** Returns the middles of the white strips between the columns of texts, from the left; none if the texts form no columns. */
const stripsBetween = (rows: readonly TextRow[]): number[] => {
  const divided = rows.filter((row) => row.length > 1);
  if (divided.length < minimumUnheadedRows || divided.length < minimumDividedRowShare * rows.length) return [];
  const strips: number[] = [];
  let end = -Infinity;
  for (const { box } of divided.flat().sort((a, b) => a.box.left - b.box.left)) {
    if (end !== -Infinity && box.left > end) strips.push((end + box.left) / 2);
    end = Math.max(end, box.right);
  }
  const filled = divided.reduce((sum, row) => sum + new Set(row.map(({ box }) => columnOf(box, strips))).size, 0);
  return filled >= minimumFilledShare * divided.length * (strips.length + 1) ? strips : [];
};

const columnOf = ({ left, right }: Bounds, strips: readonly number[]): number =>
  strips.filter((strip) => strip < (left + right) / 2).length;

const isAcross = ({ left, right }: Bounds, strips: readonly number[]): boolean =>
  strips.some((strip) => left < strip && right > strip);

/** Returns the part of a cell within a box. */
const partOf = (cell: Cell, box: Bounds, words: readonly Word[]): Cell => {
  const own = cell.words.filter((index) => {
    const { x, y, width, height } = words[index]!;
    const [u, v] = [x + width / 2, y + height / 2];
    return u >= box.left && u < box.right && v >= box.top && v < box.bottom;
  });
  const { order, text } = textOf(own, words);
  return { box, words: order, text };
};

/** Returns the bounds of the rows of a cell: of its texts if each of them reaches over all columns, else the cell is one row. */
const rowBounds = ({ box }: Cell, rows: readonly TextRow[], columns: number): (readonly [number, number])[] => {
  if (rows.length < 2 || rows.some((row) => row.length < columns)) return [[box.top, box.bottom]];
  const tops = rows.map((row) => Math.min(...row.map((text) => text.box.top)));
  const bottoms = rows.map((row) => Math.max(...row.map((text) => text.box.bottom)));
  const between = tops.slice(1).map((top, i) => (top + bottoms[i]!) / 2);
  const edges = [box.top, ...between, box.bottom];
  return edges.slice(1).map((bottom, i) => [edges[i]!, bottom]);
};

/**
 * Divides cells as wide as each other, one below the other, into the columns of their texts, which no rules divide.
 * @returns the cells of each row from the top; a heading above them, and a row whose text reaches across columns, has one. Null
 *   if the texts form no columns.
 */
export const divideByText = (stack: readonly Cell[], words: readonly Word[]): Cell[][] | null => {
  const texts = stack.map((cell) =>
    rowsOf(textLinesOf(cell.words.map((i) => words[i]!)).filter(({ angle }) => angle === 0)),
  );
  const strips = stripsBetween(texts.flat());
  if (strips.length === 0) return null;
  const first = texts.findIndex((rows) => rows.some((row) => row.length > 1));
  return stack.flatMap((cell, i): Cell[][] => {
    if (i < first || texts[i]!.flat().some(({ box }) => isAcross(box, strips))) return [[cell]];
    const edges = [cell.box.left, ...strips, cell.box.right];
    return rowBounds(cell, texts[i]!, strips.length + 1).map(([top, bottom]) =>
      edges.slice(1).map((right, column) => partOf(cell, { left: edges[column]!, top, right, bottom }, words)),
    );
  });
};
