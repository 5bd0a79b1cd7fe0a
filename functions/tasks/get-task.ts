import { versionHeaders } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { SHEET_PORTS } from '../../shared/http/read-sheet-register.ts';
import { findRecord, RecordParams } from '../../shared/http/records.ts';
import { versioned } from '../../shared/http/versioned.ts';
import { locatorOf } from './lib/locate-task.ts';
import { Task, toTask } from './view.ts';

export const operation = defineOperation({
  id: 'get-task',
  method: 'GET',
  path: '/api/v1/tasks/{id}',
  tag: 'Tasks',
  summary: 'Get a task',
  description:
    'For the members of its project, and for the administrators of its organization. ' +
    '`location` states the page that the task was pinned to, and its place on the current revision of the sheet.',
  auth: { scope: 'tasks:read', role: 'viewer' },
  params: RecordParams,
  responses: { 200: versioned('The task', Task) },
  errors: [404],
  uses: ['tasks.read', ...SHEET_PORTS],
  memoryMegabytes: 1769,
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findRecord(request, ports['tasks.read']);
  const locate = await locatorOf(request, ports, record.project_id, [record]);
  return {
    status: 200,
    headers: versionHeaders(record.record_version, { containsMore: record.location !== null }),
    body: toTask(record, locate),
  };
};

export const handler = lambda(operation, handle);
