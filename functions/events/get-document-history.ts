import * as z from 'zod';
import { DocumentId } from '../../shared/domain/documents/values.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { visible } from '../../shared/http/visible.ts';
import { HistoryQuery, historyAnswer } from './history.ts';
import { History } from './view.ts';

export const operation = defineOperation({
  id: 'get-document-history',
  method: 'GET',
  path: '/api/v1/documents/{document_id}/history',
  tag: 'Documents',
  summary: 'Get the history of a document',
  description:
    'Who changed the document, when, and which fields, newest first; including its processing, its deletion and its ' +
    'replacement by a revision. The history is kept as long as the project.',
  auth: { scope: 'documents:read', role: 'viewer' },
  params: z.object({ document_id: DocumentId }),
  query: HistoryQuery,
  responses: { 200: { description: 'One page', schema: History } },
  errors: [404],
  uses: ['documents.read', 'events.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { document_id } = request.params;
  await visible(request, await ports['documents.read'].get(request.caller.organizationId, document_id));
  return historyAnswer(request, { type: 'document', id: document_id }, ports['events.read']);
};

export const handler = lambda(operation, handle);
