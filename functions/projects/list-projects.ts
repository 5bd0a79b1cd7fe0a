import * as z from 'zod';
import type { ProjectRecord } from '../../shared/domain/projects/project.ts';
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

/** The page of projects that stand, newest first. */
const pageOf = (found: readonly (ProjectRecord | undefined)[], skip: number, limit: number) => {
  const standing = found.filter((project) => project !== undefined);
  standing.sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id));
  return { records: standing.slice(skip, skip + limit), total: standing.length };
};

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { query } = request;
  const { organizationId } = request.caller;
  const [skip, limit] = [skipOf(query), query.page_size];
  const visible = await request.projects.visible();
  const { records, total } =
    visible === 'all'
      ? await ports['projects.read'].page(organizationId, { list: 'inOrganization', skip, limit })
      : await pageOf(await ports['projects.read'].getMany(organizationId, [...visible]), skip, limit);
  return { status: 200, body: toShortPage(query, records.map(toProject), total) };
};

export const handler = lambda(operation, handle);
