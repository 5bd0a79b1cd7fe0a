import * as z from 'zod';
import { Forbidden, NotFound } from '../../shared/domain/errors.ts';
import { RecordId } from '../../shared/domain/fields.ts';
import { versionOf } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { sheetsOf } from './lib/template-sheets.ts';

export const operation = defineOperation({
  id: 'delete-sheet-template',
  method: 'DELETE',
  path: '/api/v1/sheet-templates/{template_id}',
  tag: 'Documents',
  summary: 'Delete a title block template learned from corrections',
  description:
    'Sheets processed from then on are read without it. Corrections remain, and values already read with it remain ' +
    'until the document is reprocessed. 404 if it was learned only in projects that you cannot see, 403 if it was ' +
    'learned in some of them; 409 if `If-Match` is not the current version.',
  auth: { scope: 'documents:write', role: 'manager' },
  params: z.object({ template_id: RecordId }),
  responses: { 204: { description: 'The template is deleted' } },
  errors: [404, 409],
  uses: ['sheet-templates.read', 'sheet-templates.write', 'documents.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { organizationId } = request.caller;
  const record = await ports['sheet-templates.read'].get(organizationId, request.params.template_id);
  if (!record) throw new NotFound();
  const [sheets] = await sheetsOf([record], { organizationId, projects: request.projects }, ports['documents.read']);
  if (!sheets || sheets.visible.length === 0) throw new NotFound();
  if (sheets.hasHidden) throw new Forbidden('The template was also learned in projects that you cannot see');
  await ports['sheet-templates.write'].delete(record, { ifVersion: versionOf(request.ifMatch) });
  return { status: 204 };
};

export const handler = lambda(operation, handle);
