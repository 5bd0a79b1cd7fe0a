import * as z from 'zod';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { ShortPage, shortPageQuery, skipOf, toShortPage } from '../../shared/http/paging.ts';
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
  auth: { scope: 'projects:read', role: 'viewer' },
  query: z.object(shortPageQuery),
  responses: { 200: { description: 'One page', schema: ShortPage(Project) } },
  uses: ['projects.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { query } = request;
  const [all, visible] = await Promise.all([
    ports['projects.read'].list(request.caller.organizationId),
    request.projects.visible(),
  ]);
  const projects = visible === 'all' ? all : all.filter(({ id }) => visible.has(id));
  const start = skipOf(query);
  const items = projects.slice(start, start + query.page_size).map(toProject);
  return { status: 200, body: toShortPage(query, items, projects.length) };
};

export const handler = lambda(operation, handle);
