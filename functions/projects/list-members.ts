import * as z from 'zod';
import { ProjectId } from '../../shared/domain/fields.ts';
import { UpdatedSince } from '../../shared/domain/query-values.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { ShortPage, shortPageQuery, skipOf, toShortPage } from '../../shared/http/paging.ts';
import { requireProject } from '../../shared/http/require-project.ts';
import { Member, toMember } from './view.ts';

export const operation = defineOperation({
  id: 'list-members',
  method: 'GET',
  path: '/api/v1/projects/{id}/members',
  tag: 'Projects',
  summary: 'List the members of a project',
  description:
    'By user id in descending order. Administrators and service accounts have access to every project of their ' +
    'organization without being members. A page past the end is empty but has the true total.',
  auth: { scope: 'projects:read', role: 'viewer' },
  params: z.object({ id: ProjectId }),
  query: z.object({ updated_since: UpdatedSince, ...shortPageQuery }),
  responses: { 200: { description: 'One page', schema: ShortPage(Member) } },
  errors: [404],
  uses: ['members.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { query, params, caller } = request;
  await requireProject(request, params.id);
  const { records, total } = await ports['members.read'].page(caller.organizationId, {
    list: 'inProject',
    parent: params.id,
    skip: skipOf(query),
    limit: query.page_size,
    updatedFrom: query.updated_since,
  });
  return { status: 200, body: toShortPage(query, records.map(toMember), total) };
};

export const handler = lambda(operation, handle);
