import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import {
  type CellValue,
  type Cell as SheetCell,
  type WriteSheet,
  writeXlsx as writeWorkbook,
  writeXlsxStream,
} from 'hucre/xlsx';
import { cutText } from '../domain/cut-text.ts';
import type { ReportCell, ReportColumn, ReportTable } from '../domain/reports/report-table.ts';

/** Excel's maximum length of a cell. */
const LONGEST_TEXT = 32_767;
/** Column widths are shares of a page; this converts them to characters of a spreadsheet. */
const CHARACTERS = 3;
/** In addition to the letters of a heading. */
const HEADING_MARGIN = 2;

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold them
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Converts a cell. Texts become string cells, which no spreadsheet reads as a formula. */
const cellOf = (cell: ReportCell, { type }: ReportColumn): CellValue => {
  if (typeof cell !== 'string') return cell;
  if (type === 'time') return new Date(cell);
  return cutText(cell.toWellFormed().replace(NOT_XML, ''), LONGEST_TEXT);
};

/** Returns a valid sheet name: permitted characters, and at most 31 of them. */
const sheetName = (title: string): string =>
  title
    .replace(/[\\/?*[\]:']/g, ' ')
    .slice(0, 31)
    .trim() || 'Report';

/**
 * Rows that are held in memory to write a sheet with a filter. The streaming writer, which supports neither filters nor
 * links, writes longer sheets without links.
 */
const MOST_IN_MEMORY = 20_000;

interface Frame {
  name: string;
  columns: { header: string; width: number }[];
  freezePane: { rows: number };
}

/** The name of a column by its place: A, B … Z, AA. */
const columnName = (place: number): string =>
  place < 26 ? String.fromCharCode(65 + place) : columnName(Math.floor(place / 26) - 1) + columnName(place % 26);

/** Returns the filter of a sheet whose first row is its heading. */
export const filterOf = (columns: number, rows: number): { range: string } => ({
  range: `A1:${columnName(columns - 1)}${rows}`,
});

const sheetOf = (columns: readonly ReportColumn[], rows: readonly CellValue[][], frame: Frame): WriteSheet => {
  const all = [columns.map(({ title }) => title), ...rows];
  const cells = new Map<string, Partial<SheetCell>>();
  for (const [i, { type }] of columns.entries()) {
    if (type !== 'link') continue;
    all.forEach((row, at) => {
      const target = row[i];
      if (at > 0 && typeof target === 'string') cells.set(`${at},${i}`, { hyperlink: { target } });
    });
  }
  return { ...frame, rows: all, cells, autoFilter: filterOf(columns.length, all.length) };
};

const frameOf = (columns: readonly ReportColumn[], title: string): Frame => ({
  name: sheetName(title),
  columns: columns.map(({ title: header, type, width }) => ({
    header,
    width: Math.max(header.length + HEADING_MARGIN, Math.round(width * CHARACTERS)),
    ...(type === 'time' && { numFmt: 'yyyy-mm-dd hh:mm' }),
  })),
  freezePane: { rows: 1 },
});

async function* cellsOf({ columns, rows }: ReportTable) {
  for await (const row of rows) yield columns.map((column, i) => cellOf(row[i] ?? null, column));
}

/**
 * Writes a sheet with a frozen heading row that filters the columns; rows beyond the limit of a sheet go to further
 * sheets. A sheet of more than `MOST_IN_MEMORY` rows without links has no filter.
 * @param others further sheets; only after a sheet that is held in memory
 */
export const writeXlsx = async (
  table: ReportTable,
  title: string,
  file: string,
  others: readonly { title: string; table: ReportTable }[] = [],
): Promise<void> => {
  const { columns } = table;
  const frame = frameOf(columns, title);
  const hasLinks = columns.some(({ type }) => type === 'link');
  const source = cellsOf(table);
  const first: CellValue[][] = [];
  let next = await source.next();
  for (; !next.done && (hasLinks || first.length < MOST_IN_MEMORY); next = await source.next()) first.push(next.value);
  if (next.done) {
    const sheets = [sheetOf(columns, first, frame)];
    for (const other of others) {
      const rows: CellValue[][] = [];
      for await (const row of cellsOf(other.table)) rows.push(row);
      sheets.push(sheetOf(other.table.columns, rows, frameOf(other.table.columns, other.title)));
    }
    await writeFile(file, await writeWorkbook({ sheets }));
    return;
  }
  const rest = async function* () {
    yield* first;
    if (!next.done) yield next.value;
    yield* source;
  };
  const workbook = writeXlsxStream(rest(), frame);
  await pipeline(Readable.fromWeb(workbook as ReadableStream), createWriteStream(file));
};
