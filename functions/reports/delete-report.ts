import { reportPath } from '../../shared/domain/reports/report-path.ts';
import { versionOf } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { findRecord, RecordParams } from '../../shared/http/records.ts';

export const operation = defineOperation({
  id: 'delete-report',
  method: 'DELETE',
  path: '/api/v1/reports/{id}',
  tag: 'Reports',
  summary: 'Delete a report',
  description:
    'Removes the report with its file; links to it stop working at once. A report that is being built is abandoned.',
  auth: { scope: 'reports:write', role: 'manager' },
  params: RecordParams,
  responses: { 204: { description: 'The report is deleted' } },
  errors: [404, 409],
  uses: ['reports.read', 'reports.write', 'files.write'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findRecord(request, ports['reports.read']);
  await ports['reports.write'].delete(record, { ifVersion: versionOf(request.ifMatch) });
  // Even if the record has no file path yet: a worker that died may have stored the file.
  await ports['files.write'].delete([reportPath(record)]);
  return { status: 204 };
};

export const handler = lambda(operation, handle);
