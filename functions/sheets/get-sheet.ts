import * as z from 'zod';
import { NotFound } from '../../shared/domain/errors.ts';
import { registerSheets } from '../../shared/domain/sheets/sheet-register.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { readRegister } from '../../shared/http/read-register.ts';
import { readSheetId } from './lib/sheet-id.ts';
import { RegisteredSheetView, toSheet } from './view.ts';

export const operation = defineOperation({
  id: 'get-sheet',
  method: 'GET',
  path: '/api/v1/sheets/{sheet_id}',
  tag: 'Sheets',
  summary: 'Get a sheet with its revisions',
  description:
    'Its current revision and all revisions in their order, each a page of a document that is not deleted. 404 for a ' +
    'number that no document of the project holds.',
  auth: { scope: 'documents:read', role: 'viewer' },
  params: z.object({
    sheet_id: z
      .string()
      .max(1024)
      .meta({ description: 'The `id` of a sheet in the list', example: 'cHJvamVjdApBMTAx' }),
  }),
  responses: { 200: { description: 'The sheet', schema: RegisteredSheetView } },
  errors: [404],
  uses: ['register.read', 'projects.read', 'files.presign'],
  timeoutSeconds: 29,
  memoryMegabytes: 1769,
});

export const handle: Handle<typeof operation> = async ({ params, caller, projects }, ports) => {
  const { project_id: projectId, key } = readSheetId(params.sheet_id);
  const register = await readRegister({ caller, projects }, ports, projectId);
  const sheet = registerSheets(register.sheetHolders()).find((each) => each.key === key);
  if (!sheet) throw new NotFound();
  const place = { organizationId: caller.organizationId, projectId };
  return { status: 200, body: await toSheet(place, sheet, ports['files.presign']) };
};

export const handler = lambda(operation, handle);
