import * as z from 'zod';
import type { DocumentRecord } from '../../shared/domain/documents/document.ts';
import { DocumentId } from '../../shared/domain/documents/values.ts';
import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle, PortsOf } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { readSuperseded } from '../../shared/http/read-sheets.ts';
import { versioned } from '../../shared/http/versioned.ts';
import { findDocument } from './lib/find-document.ts';
import { answerBudget, answerContent, ContentHeaders, readContent, readVersions } from './lib/read-content.ts';
import { FullRecord, toFullRecord, View } from './view.ts';

export const operation = defineOperation({
  id: 'get-document',
  method: 'GET',
  path: '/api/v1/documents/{document_id}',
  tag: 'Documents',
  summary: 'Get a document',
  description:
    'The full record with all of its content. Content that only fits a compressed response is shortened, with ' +
    '`content_truncated`, if `Accept-Encoding` does not include gzip. `view=compact` omits `content`, ' +
    '`version_history` and `superseded_sheets`. A deleted document is returned with `is_deleted` true.',
  auth: { scope: 'documents:read', role: 'viewer', viewerLink: 'document_id' },
  params: z.object({ document_id: DocumentId }),
  query: z.object({ view: View }),
  headers: ContentHeaders,
  responses: { 200: versioned('The document', FullRecord) },
  errors: [404],
  uses: ['documents.read', 'files.read', 'register.read', 'sheet-corrections.read'],
  memoryMegabytes: 1769,
});

/** Returns the sheets of a document that later revisions have replaced. */
const readSupersededSheets = async (
  { organization_id, project_id, document_id, is_deleted, sheets }: DocumentRecord,
  ports: PortsOf<typeof operation>,
) => {
  if (is_deleted || !sheets.some(({ sheet_number }) => sheet_number)) return [];
  return (await readSuperseded(organization_id, project_id, ports)).get(document_id) ?? [];
};

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findDocument(request, ports['documents.read']);
  if (request.query.view === 'compact') {
    const { content: _, version_history: __, ...body } = toFullRecord(record, null);
    return { status: 200, headers: { ETag: etag(record.record_version) }, body };
  }
  const superseding = readSupersededSheets(record, ports);
  superseding.catch(() => {});
  const fits = answerBudget();
  const content = await readContent(record, ports['files.read']);
  fits(content);
  const versions = await readVersions(record, ports['files.read'], content, fits);
  const answered = answerContent(record, content, request.headers['accept-encoding']);
  return {
    status: 200,
    headers: { ETag: etag(record.record_version) },
    body: { ...toFullRecord(record, null, versions), ...answered, superseded_sheets: await superseding },
  };
};

export const handler = lambda(operation, handle);
