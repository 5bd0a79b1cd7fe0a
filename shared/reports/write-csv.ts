import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import type { ReportTable } from '../domain/reports/table.ts';

/** What a spreadsheet takes for a formula: it ignores leading white space, and knows full-width signs. */
const FORMULA = /^\s*[=+\-@＝＋－＠]/;

/**
 * Writes the rows as RFC 4180, in UTF-8 with the mark by which spreadsheets know it. A text that a spreadsheet would take
 * for a formula gets an apostrophe in front; a number is written as it is, also below zero.
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
