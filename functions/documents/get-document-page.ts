import * as z from 'zod';
import { DocumentId } from '../../shared/domain/documents/values.ts';
import { NotFound } from '../../shared/domain/errors.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { findDocument } from './lib/find-document.ts';
import { DocumentPage, imageExpiration, toPage } from './lib/pages.ts';

export const operation = defineOperation({
  id: 'get-document-page',
  method: 'GET',
  path: '/api/v1/documents/{document_id}/pages/{page}',
  tag: 'Documents',
  summary: 'Get a page of a document',
  description: 'Links to its images, and the fields of its title block. 404 for a page that the file does not have.',
  auth: { scope: 'documents:read', role: 'viewer' },
  params: z.object({ document_id: DocumentId, page: z.coerce.number().int().min(1).max(100_000) }),
  query: z.object({ image_expiration: imageExpiration }),
  responses: { 200: { description: 'The page', schema: DocumentPage } },
  errors: [404],
  uses: ['documents.read', 'files.presign'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findDocument(request, ports['documents.read']);
  const { page } = request.params;
  if (page > (record.page_count ?? 0)) throw new NotFound();
  const body = await toPage(record, page, ports['files.presign'], request.query.image_expiration);
  return { status: 200, body };
};

export const handler = lambda(operation, handle);
