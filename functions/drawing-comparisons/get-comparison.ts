import * as z from 'zod';
import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { versionedWithMore } from '../../shared/http/versioned.ts';
import { ComparisonParams, findComparison } from './lib/find-comparison.ts';
import { Comparison, toComparison, VIEW_PORTS } from './view.ts';

export const operation = defineOperation({
  id: 'get-comparison',
  method: 'GET',
  path: '/api/v1/drawing-comparisons/{drawing_comparison_id}',
  tag: 'Drawing comparisons',
  summary: 'Get a drawing comparison',
  description:
    'Items, the most important first, and links to overlay, images and report that are valid for an hour. `items` ' +
    'is empty until the pair has been compared for the first time; if `status` is failed, `error` gives the reason.',
  auth: { scope: 'documents:read', role: 'viewer', viewerLink: 'drawing_comparison_id' },
  params: ComparisonParams,
  responses: { 200: versionedWithMore('The comparison', z.object({ drawing_comparison: Comparison })) },
  errors: [404],
  uses: ['comparisons.read', ...VIEW_PORTS],
  memoryMegabytes: 1769,
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findComparison(request, ports['comparisons.read']);
  return {
    status: 200,
    headers: { ETag: etag(record.record_version) },
    body: { drawing_comparison: await toComparison(record, ports) },
  };
};

export const handler = lambda(operation, handle);
