import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import type { ReportTable } from '../domain/reports/report-table.ts';

/** Matches what a spreadsheet takes for a formula: it ignores leading white space and accepts full-width signs. */
const FORMULA = /^\s*[=+\-@＝＋－＠]/;

/**
 * Writes the rows as CSV (RFC 4180) in UTF-8 with a byte order mark, by which spreadsheets recognise the encoding. A
 * text that a spreadsheet would take for a formula is prefixed with an apostrophe; numbers are written unchanged, also
 * negative ones.
 */
export const writeCsv = async ({ columns, rows }: ReportTable, file: string): Promise<void> => {
  const csv = stringify({
    bom: true,
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
    cast: { string: (value) => (FORMULA.test(value) ? `'${value}` : value) },
  });
  const lines = async function* () {
    yield columns.map(({ title }) => title);
    yield* rows;
  };
  await pipeline(lines, csv, createWriteStream(file));
};
