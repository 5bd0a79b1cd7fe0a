import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { finished, pipeline } from 'node:stream/promises';
import type { ReportCell, ReportColumn, ReportHeading, ReportTable } from '../domain/reports/report-table.ts';
import { MOST_LINES, TableSheets, type WrappedRow } from './pdf/table-sheets.ts';
import { wrapText } from './pdf/wrap-text.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they have no shape
const SHAPELESS = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/g;

const shown = (cell: ReportCell, { type }: ReportColumn): string => {
  if (cell === null) return '';
  if (typeof cell === 'string' && type === 'time') return cell.slice(0, 10);
  return String(cell).toWellFormed().replace(SHAPELESS, '').replaceAll('\t', ' ');
};

/** Writes each row, wrapped into lines, as a line of JSON, and returns the number of pages. */
const layOut = async ({ columns, rows }: ReportTable, sheets: TableSheets, titles: WrappedRow, file: string) => {
  const widthOf = (text: string) => sheets.widthOf(text);
  let pages = 1;
  let left = sheets.room(titles, true);
  const wrapped = async function* () {
    for await (const row of rows) {
      const cells = columns.map((column, i) =>
        wrapText(shown(row[i] ?? null, column), sheets.textWidth(i), widthOf, MOST_LINES),
      );
      const height = sheets.heightOf(cells);
      if (height > left) {
        pages++;
        left = sheets.room(titles, false);
      }
      left -= height;
      yield `${JSON.stringify(cells)}\n`;
    }
  };
  await pipeline(wrapped, createWriteStream(file));
  return pages;
};

/** Draws the rows that `layOut` wrote, page by page. */
const draw = async (sheets: TableSheets, titles: WrappedRow, pages: number, file: string, drained: () => unknown) => {
  let page = 1;
  let top = sheets.startPage(page, pages, titles);
  let left = sheets.room(titles, true);
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    const row = JSON.parse(line) as WrappedRow;
    const height = sheets.heightOf(row);
    if (height > left) {
      await drained();
      top = sheets.startPage(++page, pages, titles);
      left = sheets.room(titles, false);
    }
    left -= height;
    top = sheets.drawRow(row, top, number++ % 2 === 1);
  }
  if (number === 0) sheets.drawNothing(top);
};

/** Returns the table without the columns for programs. */
const withoutIdentifiers = ({ columns, rows }: ReportTable): ReportTable => {
  const shows = columns.map(({ isIdentifier }) => !isIdentifier);
  const of = <T>(values: readonly T[]): T[] => values.filter((_, i) => shows[i]);
  const each = async function* () {
    for await (const row of rows) yield of(row);
  };
  return { columns: of(columns), rows: each() };
};

/**
 * Writes A4 landscape pages. Each page states the number of pages, so rows are first laid out into a file beside the
 * report and drawn from it: only one page is held in memory.
 */
export const writePdf = async (whole: ReportTable, heading: ReportHeading, file: string): Promise<void> => {
  const table = withoutIdentifiers(whole);
  const sheets = new TableSheets(table.columns, heading);
  const titles = table.columns.map(({ title }, i) =>
    wrapText(title, sheets.textWidth(i), (text) => sheets.widthOf(text, 'bold'), 3),
  );
  const rows = `${file}.rows`;
  const out = createWriteStream(file);
  const written = finished(out);
  written.catch(() => {});
  try {
    const pages = await layOut(table, sheets, titles, rows);
    sheets.document.pipe(out);
    const drained = () => (out.writableNeedDrain ? once(out, 'drain') : undefined);
    await draw(sheets, titles, pages, rows, drained);
    sheets.document.end();
    await written;
  } catch (error) {
    out.destroy();
    throw error;
  } finally {
    await rm(rows, { force: true });
  }
};
