import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { setExportPath } from '../../shared/domain/comparisons/paths.ts';
import { Conflict, NotFound } from '../../shared/domain/errors.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { requireProject } from '../../shared/http/require-project.ts';
import { inTemporaryFolder } from '../../shared/temporary-folder.ts';
import { exportLink } from './lib/export-link.ts';
import { findSetComparison, SetComparisonParams } from './lib/find-set-comparison.ts';
import { buildSetReport, SET_EXPORTS, writeSetChanges } from './lib/set-exports.ts';
import { REFERENCE_PORTS } from './lib/set-references.ts';
import { readResult } from './lib/set-result.ts';
import { CHANGE_PORTS } from './lib/total-changes.ts';

const names = Object.keys(SET_EXPORTS) as (keyof typeof SET_EXPORTS)[];

export const operation = defineOperation({
  id: 'export-set-comparison',
  method: 'GET',
  path: '/api/v1/set-comparisons/{set_comparison_id}/exports/{name}',
  tag: 'Drawing comparisons',
  summary: 'Get a comparison of two sets as a file to send',
  description:
    'A link that works for one hour without a token: to the report, one self-contained page with all sheets by ' +
    'discipline, their changes and costs, and the places that refer to the changed sheets; or to a spreadsheet with one ' +
    'row per change. Both include the reviews so far. 409 until all sheets have been compared; sheets that could not be ' +
    'compared are named in the report.',
  auth: { scope: 'documents:read', role: 'viewer' },
  params: SetComparisonParams.extend({ name: z.enum(names) }),
  responses: {
    200: {
      description: 'The link; every value is a string',
      schema: z.object({
        set_comparison_id: z.string(),
        filename: z.string(),
        download_url: z.string(),
        expires_at: z.string(),
      }),
    },
  },
  errors: [404, 409],
  uses: ['set-comparisons.read', ...CHANGE_PORTS, ...REFERENCE_PORTS, 'files.write', 'files.presign'],
  timeoutSeconds: 29,
  memoryMegabytes: 3008,
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findSetComparison(request, ports['set-comparisons.read']);
  const result = await readResult(record, ports);
  if (result.status === 'running') throw new Conflict('The sheets are being compared');
  const { name } = request.params;
  const project = await requireProject(request, record.project_id);
  const bytes =
    name === 'report.html'
      ? Buffer.from(await buildSetReport(project.name, record, result, ports))
      : await inTemporaryFolder(async (folder) => {
          await writeSetChanges(result, join(folder, name));
          return readFile(join(folder, name));
        });
  // Named by its content, so that a link never shows another state than the one it was given for.
  const path = setExportPath(record, `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}-${name}`);
  await ports['files.write'].put(path, bytes, SET_EXPORTS[name]);
  // If the comparison was deleted concurrently, nothing else would remove the stored file before it expires.
  if (!(await ports['set-comparisons.read'].get(record.organization_id, record.id))) {
    await ports['files.write'].delete([path]);
    throw new NotFound();
  }
  const link = await exportLink(ports['files.presign'], path, name, request.now);
  return { status: 200, body: { set_comparison_id: record.id, ...link } };
};

export const handler = lambda(operation, handle);
