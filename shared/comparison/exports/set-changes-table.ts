import type { ReportCell, ReportColumn, ReportTable } from '../../domain/reports/report-table.ts';
import type { ReportedSheet } from '../report/set-report.ts';
import { changesTable, columns } from './changes-table.ts';

/** Columns of one sheet's table that a table of many sheets replaces, or that point to the report beside it. */
const OMITTED = new Set(['sheet', 'link']);

const added: readonly ReportColumn[] = [
  { key: 'discipline', title: 'Discipline', type: 'text', width: 3 },
  { key: 'sheet', title: 'Sheet', type: 'text', width: 2 },
  { key: 'title', title: 'Title', type: 'text', width: 5 },
  { key: 'older_revision', title: 'Older revision', type: 'text', width: 2 },
  { key: 'newer_revision', title: 'Newer revision', type: 'text', width: 2 },
  { key: 'sheet_change', title: 'Sheet is', type: 'text', width: 3 },
];
const kept = columns.flatMap(({ key }, i) => (OMITTED.has(key) ? [] : [i]));

/**
 * Returns the table of a comparison of two sets: a row per change, as in `changesTable`, and a row for each sheet that
 * was added, removed or renamed.
 */
export const setChangesTable = (
  sheets: readonly (Pick<ReportedSheet, 'change' | 'discipline' | 'older' | 'newer' | 'items'> & {
    prices: Parameters<typeof changesTable>[2];
  })[],
): ReportTable => {
  const rows = async function* (): AsyncGenerator<ReportCell[]> {
    for (const { change, discipline, older, newer, items, prices } of sheets) {
      if (change === 'unchanged') continue;
      const { sheet_number = null, title = null } = newer ?? older ?? {};
      const own = [discipline, sheet_number, title, older?.revision ?? null, newer?.revision ?? null, change];
      if (change !== 'changed') yield [...own, ...kept.map(() => null)];
      for await (const row of changesTable(items, [], prices).rows) yield [...own, ...kept.map((i) => row[i] ?? null)];
    }
  };
  return { columns: [...added, ...kept.map((i) => columns[i] as ReportColumn)], rows: rows() };
};
