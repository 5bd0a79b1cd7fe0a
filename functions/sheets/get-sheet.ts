import * as z from 'zod';
import { NotFound } from '../../shared/domain/errors.ts';
import { UNCORRECTED_VERSION } from '../../shared/domain/sheets/sheet-correction.ts';
import { readSheetId, SheetId } from '../../shared/domain/sheets/sheet-id.ts';
import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { readSheetRegister, SHEET_PORTS } from '../../shared/http/read-sheet-register.ts';
import { versionedWithMore } from '../../shared/http/versioned.ts';
import { RegisteredSheetView, toRegisteredSheet } from './view.ts';

export const operation = defineOperation({
  id: 'get-sheet',
  method: 'GET',
  path: '/api/v1/sheets/{sheet_id}',
  tag: 'Sheets',
  summary: 'Get a sheet with its revisions',
  description:
    'Its current revision and all revisions in their order, each a page of a document that is not deleted. A sheet that ' +
    'was merged is answered with the sheet that it was merged into. 404 for a number that no document of the project ' +
    'holds. The `ETag` is the version of its corrections.',
  auth: { scope: 'documents:read', role: 'viewer' },
  params: z.object({ sheet_id: SheetId }),
  responses: { 200: versionedWithMore('The sheet', RegisteredSheetView) },
  errors: [404],
  uses: [...SHEET_PORTS, 'files.presign'],
  timeoutSeconds: 29,
  memoryMegabytes: 1769,
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { caller, params } = request;
  const { project_id: projectId, key } = readSheetId(params.sheet_id);
  // Before the register, so that the ETag is never newer than the body.
  const correction = await ports['sheet-corrections.read'].get(caller.organizationId, params.sheet_id);
  const register = await readSheetRegister(request, ports, projectId);
  const sheet = register.find(key);
  if (!sheet) throw new NotFound();
  const place = { organizationId: caller.organizationId, projectId };
  return {
    status: 200,
    headers: { ETag: etag(correction?.record_version ?? UNCORRECTED_VERSION) },
    body: await toRegisteredSheet(place, sheet, ports['files.presign']),
  };
};

export const handler = lambda(operation, handle);
