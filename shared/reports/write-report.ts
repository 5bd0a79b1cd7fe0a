import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import type { ReportFormat } from '../domain/reports/report.ts';
import type { ReportHeading, ReportTable } from '../domain/reports/report-table.ts';
import { csvText } from './csv-text.ts';
import { writeXlsx } from './write-xlsx.ts';

/**
 * Writes the rows as CSV (RFC 4180) in UTF-8 with a byte order mark, by which spreadsheets recognise the encoding. Texts
 * are written by `csvText`, numbers unchanged, also negative ones.
 */
const writeCsv = async ({ columns, rows }: ReportTable, file: string): Promise<void> => {
  const csv = stringify({
    bom: true,
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
    cast: { string: csvText },
  });
  const lines = async function* () {
    yield columns.map(({ title }) => title);
    yield* rows;
  };
  await pipeline(lines, csv, createWriteStream(file));
};

/** Writes `{title, project, period, made_at, rows: [{…}]}`, with one line per row. */
const writeJson = async (
  { columns, rows }: ReportTable,
  { title, project, period, madeAt }: ReportHeading,
  file: string,
): Promise<void> => {
  const text = async function* () {
    const head = JSON.stringify({ title, project, period, made_at: madeAt });
    yield `${head.slice(0, -1)},"rows":[`;
    let separator = '\n';
    for await (const row of rows) {
      yield separator + JSON.stringify(Object.fromEntries(columns.map(({ key }, i) => [key, row[i] ?? null])));
      separator = ',\n';
    }
    yield '\n]}\n';
  };
  await pipeline(text, createWriteStream(file));
};

export const MEDIA_TYPES: Readonly<Record<ReportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  json: 'application/json',
};

/** Writes a report to a local file row by row, so that memory does not grow with the number of rows. */
export const writeReport = async (
  format: ReportFormat,
  table: ReportTable,
  heading: ReportHeading,
  file: string,
): Promise<void> => {
  switch (format) {
    case 'csv':
      return await writeCsv(table, file);
    case 'xlsx':
      return await writeXlsx(table, heading.title, file);
    case 'pdf':
      // Its fonts take as long to load as all else.
      return await (await import('./write-pdf.ts')).writePdf(table, heading, file);
    case 'json':
      return await writeJson(table, heading, file);
  }
};
