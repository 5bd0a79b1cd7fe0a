import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { findRecord, RecordParams } from '../../shared/http/records.ts';
import { versioned } from '../../shared/http/versioned.ts';
import { Report, toReport } from './view.ts';

export const operation = defineOperation({
  id: 'get-report',
  method: 'GET',
  path: '/api/v1/reports/{id}',
  tag: 'Reports',
  summary: 'Get a report',
  description: 'Its status is `queued`, `running`, `ready`, or `failed` with the reason in `error`.',
  auth: { scope: 'reports:read', role: 'viewer' },
  params: RecordParams,
  responses: { 200: versioned('The report', Report) },
  errors: [404],
  uses: ['reports.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findRecord(request, ports['reports.read']);
  return { status: 200, headers: { ETag: etag(record.record_version) }, body: toReport(record) };
};

export const handler = lambda(operation, handle);
