import * as z from 'zod';
import { queuedChange } from '../../shared/domain/documents/queued-change.ts';
import { TRANSITIONS } from '../../shared/domain/documents/transitions.ts';
import { DocumentId, ProcessingStatus } from '../../shared/domain/documents/values.ts';
import { Conflict } from '../../shared/domain/errors.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { findDocument } from './lib/find-document.ts';

export const operation = defineOperation({
  id: 'reprocess-document',
  method: 'POST',
  path: '/api/v1/documents/{document_id}/reprocess',
  tag: 'Documents',
  summary: 'Process a document again',
  description:
    'Queues the document for text extraction, chunking and embedding. The check and the change are one conditional ' +
    'write: of several concurrent calls one gets 202, the others 409. Also 409 if the document is queued, being ' +
    'processed, deleted or without a file.',
  auth: { scope: 'documents:write', role: 'manager' },
  params: z.object({ document_id: DocumentId }),
  responses: {
    202: {
      description: 'Queued',
      schema: z.object({ document_id: z.string(), processing_status: ProcessingStatus, message: z.string() }),
    },
  },
  errors: [404, 409],
  uses: ['documents.read', 'documents.write', 'queue.process'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { now } = request;
  const before = await findDocument(request, ports['documents.read']);
  const { organization_id, project_id, document_id, uploaded_at } = before;
  if (uploaded_at === null) throw new Conflict('The file has not been uploaded yet');
  await ports['documents.write'].change(organization_id, project_id, document_id, queuedChange(now), {
    transition: TRANSITIONS.reprocess,
    isDeleted: false,
    writeId: request.newId(),
    now,
    before,
  });
  await ports['queue.process'].send({ organization_id, project_id, document_id });
  return {
    status: 202,
    body: { document_id, processing_status: 'QUEUED', message: 'The document is queued for processing' },
  };
};

export const handler = lambda(operation, handle);
