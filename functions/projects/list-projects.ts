import * as z from 'zod';
import type { ProjectRecord } from '../../shared/domain/projects/project.ts';
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

/** The page of projects that stand, newest first. */
const pageOf = (found: readonly (ProjectRecord | undefined)[], skip: number, limit: number) => {
  const standing = found.filter((project) => project !== undefined);
  standing.sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id));
  return { records: standing.slice(skip, skip + limit), total: standing.length };
};

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { page, page_size } = request.query;
  const { organizationId } = request.caller;
  const skip = (page - 1) * page_size;
  const visible = await request.projects.visible();
  const { records, total } =
    visible === 'all'
      ? await ports['projects.read'].page(organizationId, { list: 'inOrganization', skip, limit: page_size })
      : await pageOf(await ports['projects.read'].getMany(organizationId, [...visible]), skip, page_size);
  return { status: 200, body: { items: records.map(toProject), total, page, page_size } };
};

export const handler = lambda(operation, handle);
