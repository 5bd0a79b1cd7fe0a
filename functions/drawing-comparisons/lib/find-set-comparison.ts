import * as z from 'zod';
import type { Caller } from '../../../shared/domain/access/caller.ts';
import type { SetComparisonRecord } from '../../../shared/domain/comparisons/set-comparison.ts';
import { RecordId } from '../../../shared/domain/fields.ts';
import type { ProjectAccess } from '../../../shared/http/operation.ts';
import { visible } from '../../../shared/http/visible.ts';
import type { Ports } from '../../../shared/ports.ts';

export const SetComparisonParams = z.object({ set_comparison_id: RecordId });

/**
 * Returns the comparison of two sets named in the request's path.
 * @throws NotFound unless the caller may see its project
 */
export const findSetComparison = async (
  request: { caller: Caller; projects: ProjectAccess; params: z.infer<typeof SetComparisonParams> },
  comparisons: Ports['set-comparisons.read'],
): Promise<SetComparisonRecord> =>
  visible(request, await comparisons.get(request.caller.organizationId, request.params.set_comparison_id), {
    name: 'Set comparison',
    loc: ['path', 'set_comparison_id'],
  });
