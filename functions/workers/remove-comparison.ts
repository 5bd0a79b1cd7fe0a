import type { ComparisonRecord } from '../../shared/domain/comparisons/comparison.ts';
import { derivedPath } from '../../shared/domain/uploads/store-path.ts';
import type { Ports } from '../../shared/ports.ts';

/** Removes a comparison with its links, pictures and report, the record last. */
export const removeComparison = async (
  record: ComparisonRecord,
  ports: Pick<Ports, 'comparisons.write' | 'files.remove'>,
): Promise<void> => {
  await ports['files.remove'].below(derivedPath(record.organization_id, `comparison-${record.id}`, ''));
  await ports['comparisons.write'].delete(record);
};
