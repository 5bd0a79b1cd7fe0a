import type { Word } from '../domain/page-text.ts';
import { grown, overlap } from './boxes.ts';
import type { Cell } from './cells.ts';
import type { Bounds } from './linework.ts';
import type { Table, TableCell } from './table.ts';
import { rowsOf, type TextLine, textLinesOf } from './text-lines.ts';
import {
  maximumFrameOffsetPoints,
  minimumColumnTexts,
  minimumLegendRows,
  sameColumnTextHeights,
} from './thresholds/tables.ts';
import { maximumTitleCharacters } from './thresholds/views.ts';

/** The heading of a legend: what it explains is beside the texts below it, which no rules divide. */
const legendHeading = /\b(?:legend|legende|légende|abbreviations?|symbols?|leyenda|legenda|simbolog[ií]a)\b|凡例/iu;

/** Returns the left ends at which several texts start, from the left. */
const columnsOf = (texts: readonly TextLine[]): number[] => {
  const columns: { left: number; count: number }[] = [];
  for (const { box, size } of [...texts].sort((a, b) => a.box.left - b.box.left)) {
    const last = columns.at(-1);
    if (last && box.left - last.left < sameColumnTextHeights * size) last.count++;
    else columns.push({ left: box.left, count: 1 });
  }
  return columns.filter(({ count }) => count >= minimumColumnTexts).map(({ left }) => left);
};

/** Returns the texts of a frame as cells, in rows and columns without rules. */
const cellsIn = (texts: readonly TextLine[], frame: Bounds): { rows: number; columns: number; cells: TableCell[] } => {
  const lefts = columnsOf(texts);
  const rows = rowsOf(texts);
  const starts = [frame.left, ...lefts.slice(1)];
  const columnOf = ({ box, size }: TextLine) =>
    Math.max(
      0,
      starts.findLastIndex((left) => left <= box.left + size),
    );
  const top = (row: readonly TextLine[]) => Math.min(...row.map(({ box }) => box.top));
  const cells = rows.flatMap((row, r) => {
    const byColumn = new Map<number, string>();
    for (const text of row) {
      const column = columnOf(text);
      byColumn.set(column, `${byColumn.has(column) ? `${byColumn.get(column)} ` : ''}${text.text}`);
    }
    return starts.map((left, column) => ({
      row: r,
      column,
      row_span: 1,
      column_span: 1,
      text: byColumn.get(column) ?? '',
      box: {
        left,
        top: r === 0 ? frame.top : top(row),
        right: starts[column + 1] ?? frame.right,
        bottom: rows[r + 1] ? top(rows[r + 1]!) : frame.bottom,
      },
    }));
  });
  return { rows: rows.length, columns: starts.length, cells };
};

const textsIn = (cell: Cell, words: readonly Word[]): TextLine[] =>
  textLinesOf(cell.words.map((i) => words[i]!)).filter(({ angle }) => angle === 0);

/** Whether one cell continues another one below it over its whole width. */
const isBelow = (lower: Bounds, upper: Bounds, tolerance: number): boolean =>
  Math.abs(lower.top - upper.bottom) <= tolerance &&
  Math.abs(lower.left - upper.left) <= tolerance &&
  Math.abs(lower.right - upper.right) <= tolerance;

/**
 * Finds the legends in a frame whose rows and columns no rules divide: below a heading in the frame, or in a cell above it.
 * @param tables the ruled tables, whose cells are not searched
 */
export const framedLegends = (
  cells: readonly Cell[],
  words: readonly Word[],
  tables: readonly { box: Bounds }[],
): Table[] =>
  cells.flatMap((cell): Table[] => {
    const { box } = cell;
    if (tables.some((table) => overlap(box, grown(table.box, -1)))) return [];
    const texts = textsIn(cell, words);
    const [first] = texts;
    const above = cells.find((other) => isBelow(box, other.box, maximumFrameOffsetPoints));
    const aboveText = above?.text.replaceAll('\n', ' ') ?? '';
    const isHeading = (text: string) => text.length <= maximumTitleCharacters && legendHeading.test(text);
    const isInside = first !== undefined && isHeading(first.text);
    if (!isInside && !isHeading(aboveText)) return [];
    const body = isInside ? texts.filter((text) => text !== first) : texts;
    const found = cellsIn(body, box);
    if (found.rows < minimumLegendRows || columnsOf(body).length === 0) return [];
    return [{ kind: 'legend', title: isInside ? first.text : aboveText, box, ...found, confidence: 0.6 }];
  });

/** Returns a legend with the cells below it that are as wide: abbreviations and notes, whose rows no rules divide. */
export const withRowsBelow = (legend: Table, cells: readonly Cell[], words: readonly Word[]): Table => {
  let table = legend;
  for (;;) {
    // A cell that is no higher than the tolerance lies below itself as well.
    const below = cells.find(
      ({ box, words: own }) =>
        own.length > 0 && box.bottom > table.box.bottom && isBelow(box, table.box, maximumFrameOffsetPoints),
    );
    if (!below) return table;
    const found = cellsIn(textsIn(below, words), below.box);
    if (found.rows === 0) return table;
    table = {
      ...table,
      box: { ...table.box, bottom: below.box.bottom },
      rows: table.rows + found.rows,
      columns: Math.max(table.columns, found.columns),
      cells: [...table.cells, ...found.cells.map((cell) => ({ ...cell, row: cell.row + table.rows }))],
      confidence: Math.min(table.confidence, 0.6),
    };
  }
};
