import * as z from 'zod';
import { DocumentId } from '../../shared/domain/documents/values.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { Page, pageQuery, skipOf, toPage as toListPage } from '../../shared/http/paging.ts';
import { readPageFrames } from '../../shared/sheets/stored-pages.ts';
import { DocumentPage, imageExpiration, toDocumentPage } from './lib/document-pages.ts';
import { findDocument } from './lib/find-document.ts';
import { LATEST_PORTS, sheetsAround } from './lib/with-latest.ts';

export const operation = defineOperation({
  id: 'list-document-pages',
  method: 'GET',
  path: '/api/v1/documents/{document_id}/pages',
  tag: 'Documents',
  summary: 'List the pages of a document',
  description:
    'In file order, each with its size, links to its images, the fields of its title block, and the revision that has superseded it. Empty until the file has ' +
    'been processed, and for files without pages.',
  auth: { scope: 'documents:read', role: 'viewer', viewerLink: 'document_id' },
  params: z.object({ document_id: DocumentId }),
  query: z.object({ ...pageQuery, image_expiration: imageExpiration }),
  responses: { 200: { description: 'One page of the list', schema: Page(DocumentPage) } },
  errors: [404],
  uses: ['documents.read', 'files.presign', 'files.read', ...LATEST_PORTS],
  memoryMegabytes: 1769,
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findDocument(request, ports['documents.read']);
  const { query } = request;
  const total = record.page_count ?? 0;
  const first = skipOf(query) + 1;
  const numbers = Array.from({ length: Math.max(0, Math.min(query.size, total - first + 1)) }, (_, i) => first + i);
  const presign = ports['files.presign'];
  const [stored, sheets] = await Promise.all([
    readPageFrames(record, ports['files.read']),
    sheetsAround(record, ports),
  ]);
  const frames = new Map(stored.map((frame) => [frame.page, frame]));
  const items = await Promise.all(
    numbers.map((page) => toDocumentPage(record, page, presign, query.image_expiration, frames.get(page), sheets)),
  );
  return { status: 200, body: toListPage(query, items, total) };
};

export const handler = lambda(operation, handle);
