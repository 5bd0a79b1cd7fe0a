import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import {
  completeReport,
  EXPORTS,
  type ExportName,
  sheetName,
  writeChanges,
  writeClouded,
} from '../../shared/comparison/exports/index.ts';
import type { ComparisonRecord } from '../../shared/domain/comparisons/comparison.ts';
import { comparisonPath } from '../../shared/domain/comparisons/paths.ts';
import { Conflict, NotFound } from '../../shared/domain/errors.ts';
import { FileError } from '../../shared/domain/files/file-error.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle, PortsOf } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { PROJECT_SHEETS_PORTS, projectSheets } from '../../shared/http/project-sheets.ts';
import { inTemporaryFolder } from '../../shared/temporary-folder.ts';
import { exportLink } from './lib/export-link.ts';
import { ComparisonParams, findComparison } from './lib/find-comparison.ts';
import { foundChanges, type ReviewedChanges } from './lib/reviewed-changes.ts';
import { saySuperseded } from './lib/say-superseded.ts';

export const operation = defineOperation({
  id: 'export-comparison',
  method: 'GET',
  path: '/api/v1/drawing-comparisons/{drawing_comparison_id}/exports/{name}',
  tag: 'Drawing comparisons',
  summary: 'Get a comparison as a file to send',
  description:
    'A link that works for one hour without a token: to the report, a self-contained page that opens in the ' +
    'browser; to a spreadsheet with one row per change; or to the newer drawing with a cloud annotation around each ' +
    'change that was not rejected. Each includes the reviews so far, and the report names the sheets that a later ' +
    'revision has replaced since. 409 while the comparison is not ready, or if the drawing cannot be annotated.',
  auth: { scope: 'documents:read', role: 'viewer', viewerLink: 'drawing_comparison_id' },
  params: ComparisonParams.extend({ name: z.enum(Object.keys(EXPORTS) as [ExportName, ...ExportName[]]) }),
  responses: {
    200: {
      description: 'The link; every value is a string',
      schema: z.object({
        drawing_comparison_id: z.string(),
        filename: z.string(),
        download_url: z.string(),
        expires_at: z.string(),
      }),
    },
  },
  errors: [404, 409],
  uses: [
    ...(['comparisons.read', 'reviews.read', 'documents.read', 'files.read', 'files.write', 'files.presign'] as const),
    ...PROJECT_SHEETS_PORTS,
  ],
  timeoutSeconds: 29,
  memoryMegabytes: 3008,
});

type MakePorts = PortsOf<typeof operation>;

interface ExportedChanges extends ReviewedChanges {
  /** The sheets that later revisions have replaced, as the report says it. */
  superseded: readonly string[];
}

/** Returns what a comparison's exports show. `state` identifies it. */
const readChanges = async (name: ExportName, record: ComparisonRecord, ports: MakePorts): Promise<ExportedChanges> => {
  const found = await foundChanges(record, ports);
  if (name !== 'report.html') return { ...found, superseded: [] };
  const register = await projectSheets(record, ports);
  const document_id = record.comparison_drawing_id;
  const superseded = found.sheets.flatMap((sheet) => {
    const said = sheet.page === null ? null : saySuperseded(register, { document_id, page: sheet.page });
    return said === null ? [] : [`${said}: ${sheetName(sheet)}`];
  });
  const state = createHash('sha256')
    .update(JSON.stringify([found.state, superseded]))
    .digest('hex')
    .slice(0, 32);
  return { ...found, superseded, state };
};

/** Writes the file to a local folder and returns its path. */
const make = async (
  name: ExportName,
  record: ComparisonRecord,
  { items, sheets, superseded }: ExportedChanges,
  folder: string,
  ports: MakePorts,
): Promise<string> => {
  const target = join(folder, name);
  const source = { items, sheets, prices: record.price_list };
  if (name === 'changes.xlsx') await writeChanges(source, target);
  else if (name === 'report.html') {
    await ports['files.read'].download(comparisonPath(record, name), target);
    await completeReport(target, source, superseded);
  } else {
    const document = await ports['documents.read'].get(record.organization_id, record.comparison_drawing_id);
    if (!document) throw new Conflict('The newer drawing has been deleted');
    const newer = join(folder, 'newer.pdf');
    await ports['files.read'].download(document.store_path, newer);
    await writeClouded(source, newer, target);
  }
  return target;
};

/** Stores the file unless it exists; concurrent requests store the same bytes. */
const ensure = async (
  path: string,
  name: ExportName,
  record: ComparisonRecord,
  found: ExportedChanges,
  ports: MakePorts,
): Promise<void> => {
  if (await ports['files.read'].head(path)) return;
  try {
    await inTemporaryFolder(async (folder) => {
      const file = await make(name, record, found, folder, ports);
      await ports['files.write'].putFile(path, file, EXPORTS[name]);
    });
  } catch (error) {
    if (error instanceof FileError) throw new Conflict(error.message, 'conflict', { cause: error });
    throw error;
  }
  // If the comparison was deleted concurrently, nothing else would remove the stored file.
  if (!(await ports['comparisons.read'].get(record.organization_id, record.id))) {
    await ports['files.write'].delete([path]);
    throw new NotFound();
  }
};

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findComparison(request, ports['comparisons.read']);
  if (record.status !== 'ready') throw new Conflict(`The comparison is ${record.status}`);
  const { name } = request.params;
  const found = await readChanges(name, record, ports);
  const path = comparisonPath(record, `exports/${found.state}/${name}`);
  await ensure(path, name, record, found, ports);
  const link = await exportLink(ports['files.presign'], path, name, request.now);
  return { status: 200, body: { drawing_comparison_id: record.id, ...link } };
};

export const handler = lambda(operation, handle);
