import * as z from 'zod';
import { ProjectId } from '../../shared/domain/fields.ts';
import { UpdatedSince } from '../../shared/domain/query-values.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { Page, pageQuery, skipOf, toPage } from '../../shared/http/paging.ts';
import { requireProject } from '../../shared/http/require-project.ts';
import { SetComparisonListItem, toSetListItem } from './set-view.ts';

export const operation = defineOperation({
  id: 'list-set-comparisons',
  method: 'GET',
  path: '/api/v1/set-comparisons',
  tag: 'Drawing comparisons',
  summary: "List the comparisons of a project's sets",
  description: 'Newest first, without their sheets.',
  auth: { scope: 'documents:read', role: 'viewer' },
  query: z.object({ project_id: ProjectId, updated_since: UpdatedSince, ...pageQuery }),
  responses: { 200: { description: 'One page', schema: Page(SetComparisonListItem) } },
  errors: [404],
  uses: ['set-comparisons.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { query } = request;
  const window = { skip: skipOf(query), limit: query.size, updatedFrom: query.updated_since };
  const place = { list: 'inProject', parent: query.project_id, ...window } as const;
  const [{ records, total }] = await Promise.all([
    ports['set-comparisons.read'].page(request.caller.organizationId, place),
    requireProject(request, query.project_id),
  ]);
  return { status: 200, body: toPage(query, records.map(toSetListItem), total) };
};

export const handler = lambda(operation, handle);
