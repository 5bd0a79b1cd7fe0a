import type { ComparisonRecord } from '../../shared/domain/comparisons/comparison.ts';
import { comparisonPath } from '../../shared/domain/comparisons/paths.ts';
import type { Ports } from '../../shared/ports.ts';

/** What removing a comparison takes, for `uses`. */
export const REMOVE_COMPARISON_PORTS = ['comparisons.write', 'reviews.read', 'reviews.write', 'files.remove'] as const;

/** Reviews that are read at once. */
const PAGE = 25;

/**
 * Removes a comparison with its links, pictures and exports, the record before the reviews: none is made of a comparison
 * that is gone.
 */
export const removeComparison = async (
  record: ComparisonRecord,
  ports: Pick<Ports, (typeof REMOVE_COMPARISON_PORTS)[number]>,
): Promise<void> => {
  await ports['files.remove'].below(comparisonPath(record, ''));
  await ports['comparisons.write'].delete(record);
  for (;;) {
    const place = { list: 'ofComparison', parent: record.id, limit: PAGE } as const;
    const { records } = await ports['reviews.read'].list(record.organization_id, place);
    if (records.length === 0) return;
    for (const review of records) await ports['reviews.write'].delete(review);
  }
};
