import * as z from 'zod';
import { NotFound } from '../../shared/domain/errors.ts';
import { RecordId } from '../../shared/domain/fields.ts';
import { versionOf } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';

export const operation = defineOperation({
  id: 'delete-sheet-template',
  method: 'DELETE',
  path: '/api/v1/sheet-templates/{template_id}',
  tag: 'Documents',
  summary: 'Forget what corrections have taught about a title block',
  description:
    'Sheets processed from then on are read without it. Corrections stay, and what it has read stays until the document ' +
    'is reprocessed. 409 where `If-Match` is not the current version.',
  auth: { scope: 'documents:write', role: 'manager', projects: false },
  params: z.object({ template_id: RecordId }),
  responses: { 204: { description: 'The template is gone' } },
  errors: [404, 409],
  uses: ['sheet-templates.read', 'sheet-templates.write'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await ports['sheet-templates.read'].get(request.caller.organizationId, request.params.template_id);
  if (!record) throw new NotFound();
  await ports['sheet-templates.write'].delete(record, { ifVersion: versionOf(request.ifMatch) });
  return { status: 204 };
};

export const handler = lambda(operation, handle);
