import * as z from 'zod';
import type { Caller } from '../../../shared/domain/access/caller.ts';
import type { ComparisonRecord } from '../../../shared/domain/comparisons/comparison.ts';
import { RecordId } from '../../../shared/domain/fields.ts';
import type { ProjectAccess } from '../../../shared/http/operation.ts';
import { visible } from '../../../shared/http/visible.ts';
import type { Ports } from '../../../shared/ports.ts';

export const ComparisonParams = z.object({ drawing_comparison_id: RecordId });

/**
 * Returns the comparison named in the request's path.
 * @throws NotFound unless the caller may see its project
 */
export const findComparison = async (
  request: { caller: Caller; projects: ProjectAccess; params: z.infer<typeof ComparisonParams> },
  comparisons: Ports['comparisons.read'],
): Promise<ComparisonRecord> =>
  visible(request, await comparisons.get(request.caller.organizationId, request.params.drawing_comparison_id), {
    name: 'Drawing comparison',
    loc: ['path', 'drawing_comparison_id'],
  });
