import * as z from 'zod';
import { DocumentId } from '../../shared/domain/documents/values.ts';
import { etag, versionOf } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { versioned } from '../../shared/http/versioned.ts';
import { NewContent } from './lib/content-schemas.ts';
import { changeableFields, UPDATE_PORTS, updateOne } from './lib/update-one.ts';
import { LATEST_PORTS, withOwnLatest } from './lib/with-latest.ts';
import { ListItem, toDocumentListItem } from './view.ts';

export const operation = defineOperation({
  id: 'update-document',
  method: 'PATCH',
  path: '/api/v1/documents/{document_id}',
  tag: 'Documents',
  summary: 'Update a document',
  description:
    'Changes the given fields; null clears a field. `content` creates a version. Only a manager or a service may ' +
    'set `processing_status`, and only to a state that may follow the current one (else 409). Also 409 for a ' +
    'deleted document, and if `If-Match` is not the current version: the detail names it. For a document with one ' +
    'sheet, a title, reference or revision that the sheet prints counts as a correction of the sheet, as with `PUT ' +
    '…/sheets/{page}`.',
  auth: { scope: 'documents:write', role: 'member' },
  params: z.object({ document_id: DocumentId }),
  body: z.strictObject({ ...changeableFields, content: NewContent.nullable().optional() }),
  responses: { 200: versioned('The document', ListItem) },
  errors: [404, 409],
  uses: [...UPDATE_PORTS, ...LATEST_PORTS],
  memoryMegabytes: 1769,
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await updateOne(request, request.body, versionOf(request.ifMatch), ports);
  return {
    status: 200,
    headers: { ETag: etag(record.record_version) },
    body: toDocumentListItem(await withOwnLatest(record, ports), { content: true }),
  };
};

export const handler = lambda(operation, handle);
