import * as z from 'zod';
import type { Caller } from '../../../shared/domain/access/caller.ts';
import { RecordId } from '../../../shared/domain/fields.ts';
import type { ReportRecord } from '../../../shared/domain/reports/report.ts';
import type { ProjectAccess } from '../../../shared/http/operation.ts';
import { visible } from '../../../shared/http/visible.ts';
import type { Ports } from '../../../shared/ports.ts';

export const ReportParams = z.object({ id: RecordId });

/**
 * Returns the report named in the request's path.
 * @throws NotFound unless the caller may see its project
 */
export const findReport = async (
  request: { caller: Caller; projects: ProjectAccess; params: z.infer<typeof ReportParams> },
  reports: Ports['reports.read'],
): Promise<ReportRecord> => visible(request, await reports.get(request.caller.organizationId, request.params.id));
