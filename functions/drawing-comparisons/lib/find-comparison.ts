import * as z from 'zod';
import type { Caller } from '../../../shared/domain/access/caller.ts';
import type { ComparisonRecord } from '../../../shared/domain/comparisons/comparison.ts';
import { NotFound } from '../../../shared/domain/errors.ts';
import type { ProjectAccess } from '../../../shared/http/operation.ts';
import type { ComparisonsRead } from '../../../shared/ports.ts';

export const ComparisonParams = z.object({ drawing_comparison_id: z.string().min(1).max(128) });

/** The comparison of the request's path. @throws NotFound unless the caller may see its project */
export const findComparison = async (
  request: { caller: Caller; projects: ProjectAccess; params: z.infer<typeof ComparisonParams> },
  comparisons: ComparisonsRead,
): Promise<ComparisonRecord> => {
  const record = await comparisons.get(request.caller.organizationId, request.params.drawing_comparison_id);
  if (!record || !(await request.projects.allows(record.project_id))) throw new NotFound();
  return record;
};
