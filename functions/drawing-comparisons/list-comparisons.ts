import * as z from 'zod';
import { ProjectId } from '../../shared/domain/fields.ts';
import { UpdatedSince } from '../../shared/domain/query-values.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { Page, pageQuery, skipOf, toPage } from '../../shared/http/paging.ts';
import { requireProject } from '../../shared/http/require-project.ts';
import { ComparisonListItem, toComparisonListItem } from './view.ts';

export const operation = defineOperation({
  id: 'list-comparisons',
  method: 'GET',
  path: '/api/v1/drawing-comparisons',
  tag: 'Drawing comparisons',
  summary: 'List the drawing comparisons of a project',
  description: 'Newest first, without their items. A page past the end is empty and carries the true total.',
  auth: { scope: 'documents:read', role: 'viewer' },
  query: z.object({ project_id: ProjectId, updated_since: UpdatedSince, ...pageQuery }),
  responses: { 200: { description: 'One page', schema: Page(ComparisonListItem) } },
  errors: [404],
  uses: ['comparisons.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { query } = request;
  const { organizationId } = request.caller;
  const [{ records, total }] = await Promise.all([
    ports['comparisons.read'].page(organizationId, {
      list: 'inProject',
      parent: query.project_id,
      skip: skipOf(query),
      limit: query.size,
      updatedFrom: query.updated_since,
    }),
    requireProject(request, query.project_id),
  ]);
  return { status: 200, body: toPage(query, records.map(toComparisonListItem), total) };
};

export const handler = lambda(operation, handle);
