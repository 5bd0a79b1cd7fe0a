import { setExportPath } from '../../shared/domain/comparisons/paths.ts';
import { versionOf } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { findSetComparison, SetComparisonParams } from './lib/find-set-comparison.ts';

export const operation = defineOperation({
  id: 'delete-set-comparison',
  method: 'DELETE',
  path: '/api/v1/set-comparisons/{set_comparison_id}',
  tag: 'Drawing comparisons',
  summary: 'Delete a comparison of two sets',
  description: 'The drawing comparisons of its sheets stay, since other sets may contain them.',
  auth: { scope: 'documents:write', role: 'manager' },
  params: SetComparisonParams,
  responses: { 204: { description: 'The comparison is deleted' } },
  errors: [404, 409],
  uses: ['set-comparisons.read', 'set-comparisons.write', 'files.remove'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findSetComparison(request, ports['set-comparisons.read']);
  await ports['set-comparisons.write'].delete(record, { ifVersion: versionOf(request.ifMatch) });
  await ports['files.remove'].below(setExportPath(record, ''));
  return { status: 204 };
};

export const handler = lambda(operation, handle);
