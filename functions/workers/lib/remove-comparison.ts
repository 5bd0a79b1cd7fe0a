import type { ComparisonRecord } from '../../../shared/domain/comparisons/comparison.ts';
import { comparisonPath } from '../../../shared/domain/comparisons/paths.ts';
import type { Ports } from '../../../shared/ports.ts';

/** The ports that removing a comparison needs, for `uses`. */
export const REMOVE_COMPARISON_PORTS = ['comparisons.write', 'reviews.read', 'reviews.write', 'files.remove'] as const;

/** Reviews per read. */
const PAGE = 25;

/**
 * Removes a comparison with its links, images and exports. The record is removed before the reviews, because no review
 * can be created for a comparison that no longer exists.
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
