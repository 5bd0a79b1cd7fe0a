import type { JudgedItem } from '../../../shared/comparison/exports/judge.ts';
import type { ComparisonRecord } from '../../../shared/domain/comparisons/comparison.ts';
import type { ComparedSetSheet } from '../../../shared/domain/comparisons/set-comparison.ts';
import type { Ports } from '../../../shared/ports.ts';
import { foundChanges } from './reviewed-changes.ts';

/** Comparisons whose results are read concurrently. */
const PARALLEL = 16;

/** A sheet of two sets with the changes of its comparison. */
export interface SheetChanges extends ComparedSetSheet {
  comparison: ComparisonRecord | undefined;
  /** Empty until the comparison is ready. */
  items: readonly JudgedItem[];
}

/** The ports that reading the changes of a set needs, for `uses`. */
export const CHANGE_PORTS = ['comparisons.read', 'reviews.read', 'files.read'] as const;

/**
 * Reads the changes of all compared sheets. A sheet in which none was found is unchanged: its pages were written by
 * different programs, for example.
 */
export const readChanges = async (
  organizationId: string,
  sheets: readonly ComparedSetSheet[],
  ports: Pick<Ports, (typeof CHANGE_PORTS)[number]>,
): Promise<SheetChanges[]> => {
  const ids = sheets.flatMap(({ drawing_comparison_id }) => drawing_comparison_id ?? []);
  const records = await ports['comparisons.read'].getMany(organizationId, ids);
  const byId = new Map(records.flatMap((record) => (record ? [[record.id, record]] : [])));
  const changes: SheetChanges[] = [];
  for (let start = 0; start < sheets.length; start += PARALLEL) {
    const some = sheets.slice(start, start + PARALLEL).map(async (sheet) => {
      const comparison = byId.get(sheet.drawing_comparison_id ?? '');
      const items = comparison ? (await foundChanges(comparison, ports)).items : [];
      const isSame = sheet.change === 'changed' && comparison?.status === 'ready' && items.length === 0;
      return { ...sheet, ...(isSame && { change: 'unchanged' as const }), comparison, items };
    });
    changes.push(...(await Promise.all(some)));
  }
  return changes;
};

/** Returns the number of changes and, by currency, the sum of the estimates of those that were not rejected. */
export const totalChanges = (sheets: readonly SheetChanges[]) => {
  const sums = new Map<string, number>();
  for (const { cost_estimate, status } of sheets.flatMap(({ items }) => items)) {
    if (!cost_estimate || status === 'rejected') continue;
    sums.set(cost_estimate.currency, (sums.get(cost_estimate.currency) ?? 0) + cost_estimate.amount);
  }
  return {
    item_count: sheets.reduce((sum, { items }) => sum + items.length, 0),
    costs: [...sums].map(([currency, amount]) => ({ currency, amount: Math.round(amount * 100) / 100 })),
  };
};
