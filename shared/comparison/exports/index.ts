import { appendFile } from 'node:fs/promises';
import type { PriceList } from '../../domain/comparisons/price-list.ts';
import { writeXlsx } from '../../reports/write-xlsx.ts';
import type { ComparedSheet } from '../engine/index.ts';
import { reportEstimates, reportLater, reportSuperseded } from '../report/index.ts';
import { changesTable } from './changes-table.ts';
import { writeCloudedPdf } from './clouded-pdf.ts';
import { estimatesOfTotals } from './estimates.ts';
import type { JudgedItem } from './judge.ts';
import { laterOf } from './later.ts';
import { totalsTable } from './totals-table.ts';

export { type ReportedSet, type ReportedSheet, setReport } from '../report/set-report.ts';
export { sheetName } from '../report/sheet-figures.ts';
export { judge } from './judge.ts';
export { setChangesTable } from './set-changes-table.ts';

/** The exports, with their media types. */
export const EXPORTS = {
  'report.html': 'text/html',
  'changes.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'clouded.pdf': 'application/pdf',
} as const;
export type ExportName = keyof typeof EXPORTS;

export interface ExportSource {
  items: readonly JudgedItem[];
  sheets: readonly ComparedSheet[];
  prices: PriceList | null;
}

/**
 * Appends reviews and costs to the report of a comparison, in place. @param report local path @param superseded a
 * sentence on each sheet that a later revision has replaced
 */
export const completeReport = (
  report: string,
  { items, prices }: ExportSource,
  superseded: readonly string[] = [],
): Promise<void> =>
  appendFile(
    report,
    reportLater(laterOf(items)) + reportEstimates(estimatesOfTotals(items, prices)) + reportSuperseded(superseded),
  );

/** Writes the workbook of changes, with a sheet of totals by trade and kind. */
export const writeChanges = ({ items, sheets, prices }: ExportSource, target: string): Promise<void> =>
  writeXlsx(changesTable(items, sheets, prices), 'Changes', target, [
    { title: 'Totals', table: totalsTable(items, prices) },
  ]);

/**
 * Writes a copy of the newer drawing with its changes clouded. @param newer local path of the newer drawing. @throws
 * FileError
 */
export const writeClouded = ({ items }: ExportSource, newer: string, target: string): Promise<void> =>
  writeCloudedPdf(newer, items, target);
