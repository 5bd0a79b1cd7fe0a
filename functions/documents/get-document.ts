import * as z from 'zod';
import { DocumentId } from '../../shared/domain/documents/values.ts';
import { supersededPages, withSuperseding } from '../../shared/domain/sheets/superseded.ts';
import { versionHeaders } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { versioned } from '../../shared/http/versioned.ts';
import { findDocument } from './lib/find-document.ts';
import { answerBudget, answerContent, ContentHeaders, readContent, readVersions } from './lib/read-content.ts';
import { dependsOnSheets, LATEST_PORTS, sheetsAround, withOwnLatest } from './lib/with-latest.ts';
import { DocumentView, FullRecord, toFullRecord } from './view.ts';

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
  query: z.object({ view: DocumentView }),
  headers: ContentHeaders,
  responses: { 200: versioned('The document', FullRecord) },
  errors: [404],
  uses: ['documents.read', 'files.read', ...LATEST_PORTS],
  memoryMegabytes: 1769,
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findDocument(request, ports['documents.read']);
  const headers = versionHeaders(record.record_version, { containsMore: dependsOnSheets(record) });
  if (request.query.view === 'compact') {
    const answered = await withOwnLatest(record, ports);
    const { content: _, version_history: __, ...body } = toFullRecord(answered, null);
    return { status: 200, headers, body };
  }
  const reading = sheetsAround(record, ports);
  reading.catch(() => {});
  const fits = answerBudget();
  const content = await readContent(record, ports['files.read']);
  fits(content);
  const versions = await readVersions(record, ports['files.read'], content, fits);
  const answered = answerContent(record, content, request.headers['accept-encoding']);
  const register = await reading;
  return {
    status: 200,
    headers,
    body: {
      ...toFullRecord(withSuperseding(record, register), null, versions),
      ...answered,
      superseded_sheets: supersededPages(register, record.document_id),
    },
  };
};

export const handler = lambda(operation, handle);
