import * as z from 'zod';
import { ProjectId } from '../../shared/domain/fields.ts';
import { UpdatedSince } from '../../shared/domain/query-values.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { ShortPage, shortPageQuery, skipOf, toShortPage } from '../../shared/http/paging.ts';
import { requireProject } from '../../shared/http/require-project.ts';
import { TransmittalListItem, toListItem } from './view.ts';

export const operation = defineOperation({
  id: 'list-transmittals',
  method: 'GET',
  path: '/api/v1/transmittals',
  tag: 'Transmittals',
  summary: 'List the transmittals of a project',
  description: 'Newest first. A page past the end is empty but has the true total.',
  auth: { scope: 'transmittals:read', role: 'viewer' },
  query: z.object({ project_id: ProjectId, updated_since: UpdatedSince, ...shortPageQuery }),
  responses: { 200: { description: 'One page', schema: ShortPage(TransmittalListItem) } },
  errors: [404],
  uses: ['transmittals.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { query, caller } = request;
  await requireProject(request, query.project_id);
  const { records, total } = await ports['transmittals.read'].page(caller.organizationId, {
    list: 'inProject',
    parent: query.project_id,
    skip: skipOf(query),
    limit: query.page_size,
    updatedFrom: query.updated_since,
  });
  return { status: 200, body: toShortPage(query, records.map(toListItem), total) };
};

export const handler = lambda(operation, handle);
