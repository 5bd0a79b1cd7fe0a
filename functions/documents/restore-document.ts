import * as z from 'zod';
import { DocumentId } from '../../shared/domain/documents/values.ts';
import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { versioned } from '../../shared/http/versioned.ts';
import { findDocument } from './lib/find-document.ts';
import { LATEST_PORTS, withOwnLatest } from './lib/with-latest.ts';
import { ListItem, toDocumentListItem } from './view.ts';

export const operation = defineOperation({
  id: 'restore-document',
  method: 'POST',
  path: '/api/v1/documents/{document_id}/restore',
  tag: 'Documents',
  summary: 'Restore a deleted document',
  description:
    'Reverts the deletion. A document that is not deleted is returned unchanged. 409 if the same file has been ' +
    'uploaded again in the meantime: the detail names that document. The newest of its revisions is their latest.',
  auth: { scope: 'documents:write', role: 'manager' },
  params: z.object({ document_id: DocumentId }),
  responses: { 200: versioned('The document', ListItem) },
  errors: [404, 409],
  uses: ['documents.read', 'documents.delete', ...LATEST_PORTS],
  memoryMegabytes: 1769,
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const found = await findDocument(request, ports['documents.read']);
  const record = await ports['documents.delete'].restore(found, { writeId: request.newId(), now: request.now });
  return {
    status: 200,
    headers: { ETag: etag(record.record_version) },
    body: toDocumentListItem(await withOwnLatest(record, ports), { content: true }),
  };
};

export const handler = lambda(operation, handle);
