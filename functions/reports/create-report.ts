import * as z from 'zod';
import { userOf } from '../../shared/domain/access/caller.ts';
import { Invalid } from '../../shared/domain/errors.ts';
import { line, ProjectId } from '../../shared/domain/fields.ts';
import { LowerBound, UpperBound } from '../../shared/domain/register/query-values.ts';
import { ReportFormat, ReportType } from '../../shared/domain/reports/report.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { requireProject } from '../../shared/http/require-project.ts';
import { Report, toReport } from './view.ts';

export const operation = defineOperation({
  id: 'create-report',
  method: 'POST',
  path: '/api/v1/reports',
  tag: 'Reports',
  summary: 'Ask for a report on a project',
  description:
    'Answers at once; the report is ready, or failed, a little later. `document_register` lists the documents of the ' +
    'project, `drawing_register` the sheets of its latest drawings with their current revision, `task_status` the tasks, `drawing_changes` the ' +
    'items of the comparisons that were created from `from` to `to`, each with its rating and cost effect. A report ' +
    'shows the project as it is when the report is made, and never changes afterwards.',
  auth: { scope: 'reports:write', role: 'manager' },
  body: z.strictObject({
    project_id: ProjectId,
    type: ReportType,
    format: ReportFormat,
    title: line(200).min(1).optional().meta({ description: 'What the report is called; after its type otherwise.' }),
    from: LowerBound.optional(),
    to: UpperBound.optional(),
  }),
  responses: { 202: { description: 'The report is queued', schema: Report, location: '/api/v1/reports/{id}' } },
  errors: [404, 409],
  uses: ['projects.read', 'reports.write', 'queue.reports'],
});

const TITLES: Readonly<Record<ReportType, string>> = {
  document_register: 'Document register',
  drawing_register: 'Drawing register',
  task_status: 'Task status',
  drawing_changes: 'Drawing changes',
};

/** @throws Invalid for a period that its type does not have, or that ends before it starts */
const requirePeriod = ({
  type,
  from,
  to,
}: {
  type: ReportType;
  from?: string | undefined;
  to?: string | undefined;
}) => {
  for (const [name, bound] of Object.entries({ from, to })) {
    if (bound !== undefined && type !== 'drawing_changes') {
      throw Invalid.at(['body', name], 'is for drawing_changes alone: the others show the project as it stands');
    }
  }
  if (from !== undefined && to !== undefined && from > to) throw Invalid.at(['body', 'to'], 'is before from');
};

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { project_id, type, format, title, from, to } = request.body;
  requirePeriod(request.body);
  await requireProject(request, ports['projects.read'], project_id);
  const { organizationId } = request.caller;
  const id = request.newId();
  const now = request.now.toISOString();
  const record = await ports['reports.write'].create({
    id,
    organization_id: organizationId,
    project_id,
    type,
    format,
    title: title ?? TITLES[type],
    from: from ?? null,
    to: to ?? null,
    status: 'queued',
    filename: null,
    file_path: null,
    file_size: null,
    row_count: null,
    completed_at: null,
    error: null,
    error_detail: null,
    attempts: 0,
    queued_at: now,
    lease: null,
    created_by: userOf(request.caller),
    created_at: now,
    updated_at: now,
    record_version: 1,
    write_id: request.newId(),
  });
  await ports['queue.reports'].send({ organization_id: organizationId, report_id: id });
  return { status: 202, body: toReport(record) };
};

export const handler = lambda(operation, handle);
