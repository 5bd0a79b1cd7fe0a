import * as z from 'zod';
import { DocumentId } from '../../shared/domain/documents/values.ts';
import { versionOf } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { DELETE_PORTS, deleteOne } from './lib/delete-one.ts';

export const operation = defineOperation({
  id: 'delete-document',
  method: 'DELETE',
  path: '/api/v1/documents/{document_id}',
  tag: 'Documents',
  summary: 'Delete a document',
  description:
    'Marks the document as deleted: lists omit it unless `is_deleted=true` is set, its file is kept, and it can be ' +
    'restored. Deleting it again returns the same response. The same file can be uploaded to the project again. If ' +
    'the document was the latest of its revisions, the newest remaining one becomes the latest.',
  auth: { scope: 'documents:write', role: 'manager' },
  params: z.object({ document_id: DocumentId }),
  responses: {
    200: {
      description: 'Confirmation of the deletion',
      schema: z.object({ message: z.string(), document_id: z.string() }),
    },
  },
  errors: [404, 409],
  uses: DELETE_PORTS,
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { document_id } = await deleteOne(request, versionOf(request.ifMatch), ports);
  return { status: 200, body: { message: 'The document is deleted', document_id } };
};

export const handler = lambda(operation, handle);
