import * as z from 'zod';
import { ComparisonListItem, toListItem } from '../../shared/domain/comparisons/view.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { wholeNumber } from '../../shared/http/parameters.ts';
import { requireProject } from '../../shared/http/require-project.ts';

export const operation = defineOperation({
  id: 'list-comparisons',
  method: 'GET',
  path: '/api/v1/drawing-comparisons',
  tag: 'Drawing comparisons',
  summary: 'List the drawing comparisons of a project',
  description: 'Newest first, without their items. A page past the end is empty and carries the true total.',
  auth: { scope: 'documents:read', role: 'viewer', projects: true },
  query: z.object({
    project_id: z.string().min(1).max(128),
    page: wholeNumber({ minimum: 1, maximum: 1_000_000 }).default(1),
    size: wholeNumber({ minimum: 1, maximum: 100 }).default(10),
  }),
  responses: {
    200: {
      description: 'One page',
      schema: z.object({
        items: z.array(ComparisonListItem),
        total: z.int(),
        page: z.int(),
        size: z.int(),
        has_more: z.boolean(),
        total_pages: z.int(),
      }),
    },
  },
  errors: [404],
  uses: ['projects.read', 'comparisons.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { project_id, page, size } = request.query;
  const { organizationId } = request.caller;
  const [{ records, total }] = await Promise.all([
    ports['comparisons.read'].page(organizationId, {
      list: 'inProject',
      parent: project_id,
      skip: (page - 1) * size,
      limit: size,
    }),
    requireProject(request, ports['projects.read'], project_id),
  ]);
  return {
    status: 200,
    body: {
      items: records.map(toListItem),
      total,
      page,
      size,
      has_more: page * size < total,
      total_pages: Math.ceil(total / size),
    },
  };
};

export const handler = lambda(operation, handle);
