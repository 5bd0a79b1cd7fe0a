import * as z from 'zod';
import { NotFound } from '../../shared/domain/errors.ts';
import { RecordId } from '../../shared/domain/fields.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { HistoryQuery, historyAnswer } from './history.ts';
import { History } from './view.ts';

export const operation = defineOperation({
  id: 'get-external-system-history',
  method: 'GET',
  path: '/api/v1/external-systems/{system_id}/history',
  tag: 'External systems',
  summary: 'Get the history of an external system',
  description:
    'Who changed the configuration, when, and which fields, newest first; never credentials, addresses or headers.',
  auth: { scope: 'systems:read', role: 'org_admin', projects: false },
  params: z.object({ system_id: RecordId }),
  query: HistoryQuery,
  responses: { 200: { description: 'One page', schema: History } },
  errors: [404],
  uses: ['systems.read', 'events.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { system_id } = request.params;
  if (!(await ports['systems.read'].get(request.caller.organizationId, system_id))) throw new NotFound();
  return historyAnswer(request, { type: 'system', id: system_id }, ports['events.read']);
};

export const handler = lambda(operation, handle);
