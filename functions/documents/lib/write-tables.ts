import { writeFile } from 'node:fs/promises';
import { stringify } from 'csv-stringify/sync';
import { type CellValue, writeXlsx } from 'hucre/xlsx';
import { fractionsOf } from '../../../shared/http/box-view.ts';
import { csvText } from '../../../shared/reports/csv-text.ts';
import { filterOf } from '../../../shared/reports/write-xlsx.ts';
import type { PlacedTable } from './table-view.ts';

/** Excel's limit of characters per cell, and the most tables that are practical in one workbook. */
const LONGEST_TEXT = 32_767;
const MOST_SHEETS = 200;

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold them
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Returns the rows of a table, each as wide as the table; the text of a merged cell is in its first row and column. */
const rowsOf = ({ table: { rows, columns, cells } }: PlacedTable): string[][] => {
  const grid = Array.from({ length: rows }, () => new Array<string>(columns).fill(''));
  for (const { row, column, text } of cells) {
    const line = grid[row];
    if (line) line[column] = line[column] ? `${line[column]}\n${text}` : text;
  }
  return grid;
};

const boxOf = ({ model, table }: PlacedTable): number[] => {
  const { x, y, width, height } = fractionsOf(table.box, model);
  return [x, y, width, height];
};

const FACTS = ['Table', 'Page', 'Kind', 'Title', 'X', 'Y', 'Width', 'Height'];
const factsOf = (placed: PlacedTable): (string | number)[] => [
  placed.number,
  placed.model.page,
  placed.table.kind,
  placed.table.title ?? '',
  ...boxOf(placed),
];

/**
 * Writes all tables one below the other: each row begins with the table's number, page, kind, title and box (fractions
 * of the page) and the row's number. Texts are written by `csvText`.
 */
const writeCsv = async (tables: readonly PlacedTable[], file: string): Promise<void> => {
  const widest = Math.max(0, ...tables.map(({ table }) => table.columns));
  const lines = [
    [...FACTS, 'Row', ...Array.from({ length: widest }, (_, i) => `Column ${i + 1}`)],
    ...tables.flatMap((placed) => rowsOf(placed).map((row, i) => [...factsOf(placed), i + 1, ...row])),
  ];
  const text = stringify(lines, {
    bom: true,
    record_delimiter: 'windows',
    cast: { string: csvText },
  });
  await writeFile(file, text);
};

/** Maximum width of a column, and its margin beside its longest line, in characters. */
const WIDEST = 60;
const MARGIN = 2;

/** Returns a sheet whose frozen first row filters the columns, each as wide as its longest line. */
const sheetOf = (name: string, rows: CellValue[][]) => {
  const linesOf = (cell: CellValue | undefined): string[] => String(cell ?? '').split('\n');
  const widthOf = (i: number): number =>
    Math.min(WIDEST, MARGIN + Math.max(...rows.flatMap((row) => linesOf(row[i]).map(({ length }) => length))));
  const columns = (rows[0] ?? []).map((_, i) => ({ width: widthOf(i) }));
  return { name, rows, columns, freezePane: { rows: 1 }, autoFilter: filterOf(columns.length, rows.length) };
};

/** Writes a sheet that lists the tables, and a sheet for each table. */
const writeWorkbook = async (tables: readonly PlacedTable[], file: string): Promise<void> => {
  const clean = (value: CellValue): CellValue =>
    typeof value === 'string' ? value.toWellFormed().replace(NOT_XML, '').slice(0, LONGEST_TEXT) : value;
  const some = tables.slice(0, MOST_SHEETS);
  const list = [FACTS, ...some.map(factsOf)].map((row) => row.map(clean));
  const sheets = some.map((placed) => {
    const name = `${placed.number} page ${placed.model.page}`;
    return sheetOf(
      name,
      rowsOf(placed).map((row) => row.map(clean)),
    );
  });
  await writeFile(file, await writeXlsx({ sheets: [sheetOf('Tables', list), ...sheets] }));
};

/** The export formats of a document's tables: the writer and media type of each file. */
export const TABLE_FILES = {
  'tables.csv': { write: writeCsv, mimeType: 'text/csv; charset=utf-8' },
  'tables.xlsx': {
    write: writeWorkbook,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
} as const;

export type TableFile = keyof typeof TABLE_FILES;
