import * as z from 'zod';
import { versionOf } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { ComparisonParams, findComparison } from './lib/find-comparison.ts';

export const operation = defineOperation({
  id: 'delete-comparison',
  method: 'DELETE',
  path: '/api/v1/drawing-comparisons/{drawing_comparison_id}',
  tag: 'Drawing comparisons',
  summary: 'Delete a drawing comparison',
  description: 'Removes the comparison with its pictures and unlinks both documents, which stay.',
  auth: { scope: 'documents:write', role: 'manager' },
  params: ComparisonParams,
  responses: {
    200: { description: 'What was done', schema: z.object({ drawing_comparison_id: z.string(), message: z.string() }) },
  },
  errors: [404, 409],
  uses: ['comparisons.read', 'comparisons.write', 'files.write'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findComparison(request, ports['comparisons.read']);
  const { files, result_path } = await ports['comparisons.write'].delete(record, {
    ifVersion: versionOf(request.ifMatch),
  });
  const paths = Object.values(files);
  if (result_path !== null) paths.push(result_path);
  await ports['files.write'].delete(paths);
  return { status: 200, body: { drawing_comparison_id: record.id, message: 'The comparison is deleted' } };
};

export const handler = lambda(operation, handle);
