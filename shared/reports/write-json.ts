import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { ReportHeading, ReportTable } from '../domain/reports/report-table.ts';

/** Writes `{title, project, period, made_at, rows: [{…}]}`, with one line per row. */
export const writeJson = async (
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
