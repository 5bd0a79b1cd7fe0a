import * as z from 'zod';
import { DocumentId } from '../../shared/domain/documents/values.ts';
import { Conflict } from '../../shared/domain/errors.ts';
import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { versioned } from '../../shared/http/versioned.ts';
import { findDocument } from './lib/find-document.ts';
import { ListItem, toListItem } from './view.ts';

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
  uses: ['documents.read', 'documents.write', 'documents.delete'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  let record = await findDocument(request, ports['documents.read']);
  const { organization_id, project_id, document_id, sha256 } = record;
  if (record.is_deleted) {
    if (sha256 !== null && record.processing_status !== 'DUPLICATE') {
      const holder = await ports['documents.write'].claimContent(organization_id, project_id, sha256, document_id);
      if (holder !== document_id) throw new Conflict(`The same file is stored as document ${holder}`);
    }
    const terms = { writeId: request.newId(), now: request.now };
    record = await ports['documents.delete'].restore(record, terms);
  }
  return {
    status: 200,
    headers: { ETag: etag(record.record_version) },
    body: toListItem(record, { content: true }),
  };
};

export const handler = lambda(operation, handle);
