import * as z from 'zod';
import { DocumentId } from '../../shared/domain/documents/values.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { DELETE_PORTS, deleteOne } from './lib/delete-one.ts';
import { BulkResults, eachDocument, HOW_BULK_ENDS, isUnique, MOST_DOCUMENTS } from './lib/each-document.ts';

export const operation = defineOperation({
  id: 'delete-documents',
  method: 'POST',
  path: '/api/v1/documents/bulk-delete',
  tag: 'Documents',
  summary: 'Delete several documents',
  description:
    `Marks up to ${MOST_DOCUMENTS} documents as deleted, each listed once, like \`DELETE /documents/{document_id}\`; deleting one ` +
    `again has the same result. ${HOW_BULK_ENDS}`,
  auth: { scope: 'documents:write', role: 'manager' },
  body: z.strictObject({
    document_ids: z
      .array(DocumentId)
      .min(1)
      .max(MOST_DOCUMENTS)
      .refine(isUnique, 'names a document twice')
      .meta({ description: 'The documents' }),
  }),
  responses: { 200: { description: 'One result for each document', schema: BulkResults } },
  uses: DELETE_PORTS,
  timeoutSeconds: 29,
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const items = request.body.document_ids.map((document_id) => ({ document_id }));
  const body = await eachDocument(request, 'document_ids', items, (one) => deleteOne(one, undefined, ports));
  return { status: 200, body };
};

export const handler = lambda(operation, handle);
