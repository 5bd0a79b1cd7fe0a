import * as z from 'zod';
import { RecordId } from '../../shared/domain/fields.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { visible } from '../../shared/http/visible.ts';
import { HistoryQuery, historyAnswer } from './history.ts';
import { History } from './view.ts';

export const operation = defineOperation({
  id: 'get-task-history',
  method: 'GET',
  path: '/api/v1/tasks/{id}/history',
  tag: 'Tasks',
  summary: 'Get the history of a task',
  description: 'Who changed the task, when, and which fields, newest first.',
  auth: { scope: 'tasks:read', role: 'viewer' },
  params: z.object({ id: RecordId }),
  query: HistoryQuery,
  responses: { 200: { description: 'One page', schema: History } },
  errors: [404],
  uses: ['tasks.read', 'events.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { id } = request.params;
  await visible(request, await ports['tasks.read'].get(request.caller.organizationId, id));
  return historyAnswer(request, { type: 'task', id: id }, ports['events.read']);
};

export const handler = lambda(operation, handle);
