import * as z from 'zod';
import { ProjectId } from '../../shared/domain/fields.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { requireProject } from '../../shared/http/require-project.ts';
import { HistoryQuery, historyAnswer } from './history.ts';
import { History } from './view.ts';

export const operation = defineOperation({
  id: 'get-project-history',
  method: 'GET',
  path: '/api/v1/projects/{id}/history',
  tag: 'Projects',
  summary: 'Get the history of a project',
  description:
    'Who changed the record of the project, when, and which fields, newest first. `GET /events` has the changes of ' +
    'everything in it.',
  auth: { scope: 'projects:read', role: 'viewer' },
  params: z.object({ id: ProjectId }),
  query: HistoryQuery,
  responses: { 200: { description: 'One page', schema: History } },
  errors: [404],
  uses: ['events.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { id } = await requireProject(request, request.params.id);
  return historyAnswer(request, { type: 'project', id: id }, ports['events.read']);
};

export const handler = lambda(operation, handle);
