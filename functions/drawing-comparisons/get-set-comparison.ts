import { countChanges } from '../../shared/domain/comparisons/set-comparison.ts';
import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { versioned } from '../../shared/http/versioned.ts';
import { findSetComparison, SetComparisonParams } from './lib/find-set-comparison.ts';
import { unpackSheets } from './lib/packed-sheets.ts';
import { CHANGE_PORTS, readChanges, type SheetChanges, totalChanges } from './lib/total-changes.ts';
import { SetComparison, toListItem } from './set-view.ts';

export const operation = defineOperation({
  id: 'get-set-comparison',
  method: 'GET',
  path: '/api/v1/set-comparisons/{set_comparison_id}',
  tag: 'Drawing comparisons',
  summary: 'Get a comparison of two sets',
  description:
    'The sheets of both sets with their changes, and totals of the whole set and by discipline. `GET ' +
    '/api/v1/drawing-comparisons/{drawing_comparison_id}` has the changes of one sheet.',
  auth: { scope: 'documents:read', role: 'viewer' },
  params: SetComparisonParams,
  responses: { 200: versioned('The comparison', SetComparison) },
  errors: [404],
  uses: ['set-comparisons.read', ...CHANGE_PORTS],
  timeoutSeconds: 29,
  memoryMegabytes: 1769,
});

/** A set is ready once none of its comparisons waits or runs. */
const statusOf = (sheets: readonly SheetChanges[]): 'running' | 'ready' | 'failed' => {
  const statuses = new Set(sheets.map(({ comparison }) => comparison?.status));
  if (statuses.has('queued') || statuses.has('running')) return 'running';
  return statuses.has('failed') ? 'failed' : 'ready';
};

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findSetComparison(request, ports['set-comparisons.read']);
  const sheets = await readChanges(record.organization_id, unpackSheets(record.sheets), ports);
  const byDiscipline = Map.groupBy(sheets, ({ discipline }) => discipline);
  return {
    status: 200,
    headers: { ETag: etag(record.record_version) },
    body: {
      ...toListItem(record),
      status: statusOf(sheets),
      ...totalChanges(sheets),
      disciplines: [...byDiscipline].map(([discipline, some]) => ({
        ...{ discipline, counts: countChanges(some), ...totalChanges(some) },
      })),
      sheets: sheets.map(({ comparison, items, ...sheet }) => ({
        ...sheet,
        status: comparison?.status ?? null,
        item_count: comparison?.item_count ?? null,
      })),
    },
  };
};

export const handler = lambda(operation, handle);
