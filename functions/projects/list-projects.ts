import * as z from 'zod';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { wholeNumber } from '../../shared/http/parameters.ts';
import { Project, toProject } from './view.ts';

export const operation = defineOperation({
  id: 'list-projects',
  method: 'GET',
  path: '/api/v1/projects',
  tag: 'Projects',
  summary: 'List projects',
  description:
    'The projects the caller is a member of, newest first; administrators see all of the organization. ' +
    'A page past the end is empty and carries the true total.',
  auth: { scope: 'projects:read', role: 'viewer', projects: true },
  query: z.object({
    page: wholeNumber({ minimum: 1, maximum: 1_000_000 }).default(1),
    page_size: wholeNumber({ minimum: 1, maximum: 100 }).default(10),
  }),
  responses: {
    200: {
      description: 'One page',
      schema: z.object({ items: z.array(Project), total: z.int(), page: z.int(), page_size: z.int() }),
    },
  },
  uses: ['projects.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { page, page_size } = request.query;
  const [all, visible] = await Promise.all([
    ports['projects.read'].list(request.caller.organizationId),
    request.projects.visible(),
  ]);
  const projects = visible === 'all' ? all : all.filter(({ id }) => visible.has(id));
  const start = (page - 1) * page_size;
  return {
    status: 200,
    body: {
      items: projects.slice(start, start + page_size).map(toProject),
      total: projects.length,
      page,
      page_size,
    },
  };
};

export const handler = lambda(operation, handle);
