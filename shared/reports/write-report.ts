import type { ReportFormat } from '../domain/reports/report.ts';
import type { ReportHeading, ReportTable } from '../domain/reports/report-table.ts';
import { writeCsv } from './write-csv.ts';
import { writeJson } from './write-json.ts';
import { writeXlsx } from './write-xlsx.ts';

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
