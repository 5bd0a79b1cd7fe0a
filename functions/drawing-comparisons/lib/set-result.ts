import { countChanges, type SetComparisonRecord } from '../../../shared/domain/comparisons/set-comparison.ts';
import type { Ports } from '../../../shared/ports.ts';
import { unpackSheets } from './packed-sheets.ts';
import { type CHANGE_PORTS, readChanges, type SheetChanges, totalChanges } from './total-changes.ts';

/** A set is ready once none of its comparisons waits or runs. */
const statusOf = (sheets: readonly SheetChanges[]): 'running' | 'ready' | 'failed' => {
  const statuses = new Set(sheets.map(({ comparison }) => comparison?.status));
  if (statuses.has('queued') || statuses.has('running')) return 'running';
  return statuses.has('failed') ? 'failed' : 'ready';
};

const totalsOf = (sheets: readonly SheetChanges[]) => ({ counts: countChanges(sheets), ...totalChanges(sheets) });

/** Reads the sheets of a set comparison with their changes, and totals of all of them and by discipline. */
export const readResult = async (record: SetComparisonRecord, ports: Pick<Ports, (typeof CHANGE_PORTS)[number]>) => {
  const sheets = await readChanges(record.organization_id, unpackSheets(record.sheets), ports);
  const byDiscipline = Map.groupBy(sheets, ({ discipline }) => discipline);
  return {
    sheets,
    status: statusOf(sheets),
    ...totalsOf(sheets),
    disciplines: [...byDiscipline].map(([discipline, some]) => ({ discipline, ...totalsOf(some) })),
  };
};
