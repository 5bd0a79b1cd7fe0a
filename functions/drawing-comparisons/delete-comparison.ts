import * as z from 'zod';
import { comparisonPath } from '../../shared/domain/comparisons/paths.ts';
import { versionOf } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { ComparisonParams, findComparison } from './lib/find-comparison.ts';
import { reviewsOf } from './lib/reviewed-changes.ts';

export const operation = defineOperation({
  id: 'delete-comparison',
  method: 'DELETE',
  path: '/api/v1/drawing-comparisons/{drawing_comparison_id}',
  tag: 'Drawing comparisons',
  summary: 'Delete a drawing comparison',
  description:
    'Removes the comparison with its images, exports and reviews, and unlinks both ' + 'documents, which stay.',
  auth: { scope: 'documents:write', role: 'manager' },
  params: ComparisonParams,
  responses: {
    200: {
      description: 'Confirmation of the deletion',
      schema: z.object({ drawing_comparison_id: z.string(), message: z.string() }),
    },
  },
  errors: [404, 409],
  uses: ['comparisons.read', 'comparisons.write', 'reviews.read', 'reviews.write', 'files.remove'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findComparison(request, ports['comparisons.read']);
  await ports['comparisons.write'].delete(record, { ifVersion: versionOf(request.ifMatch) });
  const reviews = await reviewsOf(record, ports['reviews.read']);
  await Promise.all([
    ports['files.remove'].below(comparisonPath(record, '')),
    ...reviews.map((review) => ports['reviews.write'].delete(review)),
  ]);
  return { status: 200, body: { drawing_comparison_id: record.id, message: 'The comparison is deleted' } };
};

export const handler = lambda(operation, handle);
