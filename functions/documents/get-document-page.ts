import * as z from 'zod';
import { DocumentId } from '../../shared/domain/documents/values.ts';
import { NotFound } from '../../shared/domain/errors.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { readPageFrames, readPageText } from '../../shared/sheets/stored-pages.ts';
import { DocumentPageWithText, imageExpiration, toDocumentPage, toPageText } from './lib/document-pages.ts';
import { findDocument } from './lib/find-document.ts';
import { LATEST_PORTS, sheetsAround } from './lib/with-latest.ts';

export const operation = defineOperation({
  id: 'get-document-page',
  method: 'GET',
  path: '/api/v1/documents/{document_id}/pages/{page}',
  tag: 'Documents',
  summary: 'Get a page of a document',
  description:
    'Its size, links to its images, the fields of its title block, and with `include=text` its text with the box of each ' +
    'word. 404 for a page that the file does not have.',
  auth: { scope: 'documents:read', role: 'viewer', viewerLink: 'document_id' },
  params: z.object({ document_id: DocumentId, page: z.coerce.number().int().min(1).max(100_000) }),
  query: z.object({
    image_expiration: imageExpiration,
    include: z.enum(['text']).optional().meta({ description: '`text` adds `text` and `words`', example: 'text' }),
  }),
  responses: { 200: { description: 'The page', schema: DocumentPageWithText } },
  errors: [404],
  uses: ['documents.read', 'files.presign', 'files.read', ...LATEST_PORTS],
  memoryMegabytes: 1769,
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findDocument(request, ports['documents.read']);
  const { page } = request.params;
  if (page > (record.page_count ?? 0)) throw new NotFound();
  const { image_expiration, include } = request.query;
  const files = ports['files.read'];
  const stored = include === 'text' ? await readPageText(record, page, files) : undefined;
  const frame = stored ?? (await readPageFrames(record, files)).find((each) => each.page === page);
  const sheets = await sheetsAround(record, ports);
  const body = await toDocumentPage(record, page, ports['files.presign'], image_expiration, frame, sheets);
  return { status: 200, body: include === 'text' ? { ...body, ...toPageText(stored) } : body };
};

export const handler = lambda(operation, handle);
