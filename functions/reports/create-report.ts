import * as z from 'zod';
import { Invalid } from '../../shared/domain/errors.ts';
import { line, ProjectId } from '../../shared/domain/fields.ts';
import { LowerBound, UpperBound } from '../../shared/domain/query-values.ts';
import { ReportFormat, ReportType } from '../../shared/domain/reports/report.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { newRecordFields } from '../../shared/http/records.ts';
import { requireProject } from '../../shared/http/require-project.ts';
import { Report, toReport } from './view.ts';

export const operation = defineOperation({
  id: 'create-report',
  method: 'POST',
  path: '/api/v1/reports',
  tag: 'Reports',
  summary: 'Create a report on a project',
  description:
    'Returns at once; the report becomes ready or fails a little later. `document_register` lists the documents of ' +
    'the project, `drawing_register` the sheets of its latest drawings with their current revision, `task_status` ' +
    'the tasks, `drawing_changes` the items of the comparisons created from `from` to `to`, each with its rating ' +
    'and cost effect. A report shows the project at the time it is built and does not change afterwards.',
  auth: { scope: 'reports:write', role: 'manager' },
  body: z.strictObject({
    project_id: ProjectId,
    type: ReportType,
    format: ReportFormat,
    title: line(200)
      .min(1)
      .optional()
      .meta({ description: 'The title of the report; by default the name of its type.' }),
    from: LowerBound.optional(),
    to: UpperBound.optional(),
  }),
  responses: { 202: { description: 'The report is queued', schema: Report, location: '/api/v1/reports/{id}' } },
  errors: [404, 409],
  uses: ['reports.write', 'queue.reports'],
});

const TITLES: Readonly<Record<ReportType, string>> = {
  document_register: 'Document register',
  drawing_register: 'Drawing register',
  task_status: 'Task status',
  drawing_changes: 'Drawing changes',
};

/**
 * Checks the period.
 * @throws Invalid if the type has no period, or if it ends before it starts
 */
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
      throw Invalid.at(
        ['body', name],
        'is only valid for drawing_changes: the others show the current state of the project',
      );
    }
  }
  if (from !== undefined && to !== undefined && from > to) throw Invalid.at(['body', 'to'], 'is before from');
};

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { project_id, type, format, title, from, to } = request.body;
  requirePeriod(request.body);
  await requireProject(request, project_id);
  const { organizationId } = request.caller;
  const record = await ports['reports.write'].create({
    ...newRecordFields(request),
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
    queued_at: request.now.toISOString(),
    lease: null,
  });
  await ports['queue.reports'].send({ organization_id: organizationId, report_id: record.id });
  return { status: 202, body: toReport(record) };
};

export const handler = lambda(operation, handle);
