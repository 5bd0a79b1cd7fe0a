import { versionOf } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { findRecord, RecordParams } from '../../shared/http/records.ts';

export const operation = defineOperation({
  id: 'delete-task',
  method: 'DELETE',
  path: '/api/v1/tasks/{id}',
  tag: 'Tasks',
  summary: 'Delete a task',
  description:
    'Permanently removes the task, from its lists and from the `task_ids` of its documents at once. 409 if ' +
    '`If-Match` is not the current version.',
  auth: { scope: 'tasks:write', role: 'manager' },
  params: RecordParams,
  responses: { 204: { description: 'The task is deleted' } },
  errors: [404, 409],
  uses: ['tasks.read', 'tasks.write'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findRecord(request, ports['tasks.read']);
  await ports['tasks.write'].delete(record, { ifVersion: versionOf(request.ifMatch) });
  return { status: 204 };
};

export const handler = lambda(operation, handle);
