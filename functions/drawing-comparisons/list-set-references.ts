import * as z from 'zod';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { projectSheets } from '../../shared/http/project-sheets.ts';
import { findSetComparison, SetComparisonParams } from './lib/find-set-comparison.ts';
import { unpackSheets } from './lib/packed-sheets.ts';
import { REFERENCE_PORTS, readReferences, SetReference } from './lib/set-references.ts';
import { CHANGE_PORTS, readChanges } from './lib/total-changes.ts';

export const operation = defineOperation({
  id: 'list-set-references',
  method: 'GET',
  path: '/api/v1/set-comparisons/{set_comparison_id}/references',
  tag: 'Drawing comparisons',
  summary: 'List the references to the changed sheets of a set',
  description:
    'Current sheets and sections of specifications of the project that refer to a changed, renamed or removed sheet, ' +
    'with the position of the reference: what may have to be changed as well. Sheets whose comparison has found no change ' +
    'are left out. At most 500; `truncated` is set if there ' +
    'are more, or if more than 200 numbers or documents would have to be looked up.',
  auth: { scope: 'documents:read', role: 'viewer' },
  params: SetComparisonParams,
  responses: {
    200: { description: 'The references', schema: z.object({ items: z.array(SetReference), truncated: z.boolean() }) },
  },
  errors: [404],
  uses: ['set-comparisons.read', ...CHANGE_PORTS, ...REFERENCE_PORTS],
  timeoutSeconds: 29,
  memoryMegabytes: 1769,
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findSetComparison(request, ports['set-comparisons.read']);
  const [sheets, register] = await Promise.all([
    readChanges(record.organization_id, unpackSheets(record.sheets), ports),
    projectSheets(record, ports),
  ]);
  return { status: 200, body: await readReferences(record, sheets, register, ports) };
};

export const handler = lambda(operation, handle);
