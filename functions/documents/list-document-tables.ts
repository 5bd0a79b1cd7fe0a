import * as z from 'zod';
import { DocumentId } from '../../shared/domain/documents/values.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { Page, pageQuery, skipOf, toPage } from '../../shared/http/paging.ts';
import { readDrawings } from '../../shared/sheets/stored-drawings.ts';
import { findDocument } from './lib/find-document.ts';
import { numbered, TableView, toTableView } from './lib/table-view.ts';

export const operation = defineOperation({
  id: 'list-document-tables',
  method: 'GET',
  path: '/api/v1/documents/{document_id}/tables',
  tag: 'Documents',
  summary: 'List the tables of a document',
  description:
    'Ruled tables of a PDF, page by page from the top: schedules, revision tables, legends, title blocks. They are ' +
    'derived from the lines and words of the page during processing, so a scan has none. A document processed ' +
    'before this feature existed has none either until it is reprocessed. Empty cells are listed too. GET ' +
    '/documents/{document_id}/tables/{name} returns the tables as CSV or XLSX.',
  auth: { scope: 'documents:read', role: 'viewer' },
  params: z.object({ document_id: DocumentId }),
  query: z.object({ ...pageQuery }),
  responses: { 200: { description: 'One page of the list', schema: Page(TableView) } },
  errors: [404],
  uses: ['documents.read', 'files.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findDocument(request, ports['documents.read']);
  const tables = numbered(await readDrawings(record, ports['files.read']));
  const skip = skipOf(request.query);
  const page = tables.slice(skip, skip + request.query.size).map(toTableView);
  return { status: 200, body: toPage(request.query, page, tables.length) };
};

export const handler = lambda(operation, handle);
