import * as z from 'zod';
import { DocumentId } from '../../shared/domain/documents/values.ts';
import { parseIfMatch, versionOf } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { BulkResults, eachDocument, HOW_BULK_ENDS, isUnique, MOST_DOCUMENTS } from './lib/each-document.ts';
import { changeableFields, UPDATE_PORTS, updateOne } from './lib/update-one.ts';

export const operation = defineOperation({
  id: 'update-documents',
  method: 'POST',
  path: '/api/v1/documents/bulk-update',
  tag: 'Documents',
  summary: 'Update several documents',
  description:
    `Changes up to ${MOST_DOCUMENTS} documents, each listed once, with the fields and rules of \`PATCH /documents/{document_id}\`; ` +
    `content can only be changed individually. ${HOW_BULK_ENDS}`,
  auth: { scope: 'documents:write', role: 'member' },
  body: z.strictObject({
    documents: z
      .array(
        z.strictObject({
          document_id: DocumentId,
          if_match: z.string().max(64).optional().meta({
            description: 'The version that you read, as in `If-Match`: 409 if it is not the current one',
            example: '"5"',
          }),
          ...changeableFields,
        }),
      )
      .min(1)
      .max(MOST_DOCUMENTS)
      .refine((documents) => isUnique(documents.map(({ document_id }) => document_id)), 'names a document twice')
      .meta({ description: 'What is to change of each document; null clears a field' }),
  }),
  responses: { 200: { description: 'One result for each document', schema: BulkResults } },
  uses: UPDATE_PORTS,
  timeoutSeconds: 29,
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const body = await eachDocument(request, 'documents', request.body.documents, async (one, item) => {
    const { document_id: _, if_match, ...changes } = item;
    return updateOne(one, changes, versionOf(parseIfMatch(if_match)), ports);
  });
  return { status: 200, body };
};

export const handler = lambda(operation, handle);
