import { supersededBy } from '../../shared/domain/sheets/superseded.ts';
import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { PROJECT_SHEETS_PORTS, projectSheets } from '../../shared/http/project-sheets.ts';
import { versionedWithMore } from '../../shared/http/versioned.ts';
import { findSetComparison, SetComparisonParams } from './lib/find-set-comparison.ts';
import { readResult } from './lib/set-result.ts';
import { CHANGE_PORTS } from './lib/total-changes.ts';
import { SetComparison, toSetListItem } from './set-view.ts';

export const operation = defineOperation({
  id: 'get-set-comparison',
  method: 'GET',
  path: '/api/v1/set-comparisons/{set_comparison_id}',
  tag: 'Drawing comparisons',
  summary: 'Get a comparison of two sets',
  description:
    'The sheets of both sets with their changes, and totals of the whole set and by discipline. Sheets in which the ' +
    'comparison found no change are `unchanged`. `GET /api/v1/drawing-comparisons/{drawing_comparison_id}` has the changes of one sheet.',
  auth: { scope: 'documents:read', role: 'viewer' },
  params: SetComparisonParams,
  responses: { 200: versionedWithMore('The comparison', SetComparison) },
  errors: [404],
  uses: ['set-comparisons.read', ...CHANGE_PORTS, ...PROJECT_SHEETS_PORTS],
  timeoutSeconds: 29,
  memoryMegabytes: 1769,
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findSetComparison(request, ports['set-comparisons.read']);
  const [{ sheets, ...result }, register] = await Promise.all([
    readResult(record, ports),
    projectSheets(record, ports),
  ]);
  return {
    status: 200,
    headers: { ETag: etag(record.record_version) },
    body: {
      ...toSetListItem(record),
      ...result,
      sheets: sheets.map(({ comparison, items, ...sheet }) => ({
        ...sheet,
        status: comparison?.status ?? null,
        item_count: comparison?.item_count ?? null,
        superseded_by: sheet.newer && supersededBy(register, sheet.newer),
      })),
    },
  };
};

export const handler = lambda(operation, handle);
