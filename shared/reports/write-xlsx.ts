import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { type CellValue, type Cell as SheetCell, writeXlsx as writeWorkbook, writeXlsxStream } from 'hucre/xlsx';
import { cutText } from '../domain/cut-text.ts';
import type { Cell, ReportColumn, ReportTable } from '../domain/reports/table.ts';

/** Excel's maximum length of a cell. */
const LONGEST_TEXT = 32_767;
/** Column widths are shares of a page; this converts them to characters of a spreadsheet. */
const CHARACTERS = 3;
/** In addition to the letters of a heading. */
const HEADING_MARGIN = 2;

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold them
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Converts a cell. Texts become string cells, which no spreadsheet reads as a formula. */
const cellOf = (cell: Cell, { type }: ReportColumn): CellValue => {
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

/** Writes a sheet with links, which is held in memory: the streaming writer does not support links. */
const writeWithLinks = async (
  columns: readonly ReportColumn[],
  rows: AsyncIterable<CellValue[]>,
  frame: { name: string; columns: { header: string; width: number }[]; freezePane: { rows: number } },
  file: string,
): Promise<void> => {
  const all: CellValue[][] = [columns.map(({ title }) => title)];
  const cells = new Map<string, Partial<SheetCell>>();
  for await (const row of rows) {
    for (const [i, { type }] of columns.entries()) {
      const target = row[i];
      if (type === 'link' && typeof target === 'string') cells.set(`${all.length},${i}`, { hyperlink: { target } });
    }
    all.push(row);
  }
  await writeFile(file, await writeWorkbook({ sheets: [{ ...frame, rows: all, cells }] }));
};

/** Writes one sheet with a frozen heading row; rows beyond the limit of a sheet go to further sheets. */
export const writeXlsx = async ({ columns, rows }: ReportTable, title: string, file: string): Promise<void> => {
  const cells = async function* () {
    for await (const row of rows) yield columns.map((column, i) => cellOf(row[i] ?? null, column));
  };
  const frame = {
    name: sheetName(title),
    columns: columns.map(({ title: header, type, width }) => ({
      header,
      width: Math.max(header.length + HEADING_MARGIN, Math.round(width * CHARACTERS)),
      ...(type === 'time' && { numFmt: 'yyyy-mm-dd hh:mm' }),
    })),
    freezePane: { rows: 1 },
  };
  if (columns.some(({ type }) => type === 'link')) return writeWithLinks(columns, cells(), frame, file);
  const workbook = writeXlsxStream(cells(), frame);
  await pipeline(Readable.fromWeb(workbook as ReadableStream), createWriteStream(file));
};
