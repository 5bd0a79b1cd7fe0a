import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import type { ReportTable } from '../domain/reports/table.ts';

/**
 * Writes the rows as RFC 4180, in UTF-8 with the mark by which spreadsheets know it. A text that a spreadsheet would take
 * for a formula is led by an apostrophe; a number stays as it is, also below zero.
 */
export const writeCsv = async ({ columns, rows }: ReportTable, file: string): Promise<void> => {
  const csv = stringify({
    bom: true,
    record_delimiter: 'windows',
    quoted_match: /\r/,
    escape_formulas: true,
    cast: { number: (value) => ({ value: String(value), escape_formulas: false }) },
  });
  const lines = async function* () {
    yield columns.map(({ title }) => title);
    yield* rows;
  };
  await pipeline(lines, csv, createWriteStream(file));
};
