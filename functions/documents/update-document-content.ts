import * as z from 'zod';
import { DocumentId } from '../../shared/domain/documents/values.ts';
import { etag, versionOf } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { versioned } from '../../shared/http/versioned.ts';
import { changeDocument } from './lib/change-document.ts';
import { NewContent } from './lib/content-schemas.ts';
import { findDocument } from './lib/find-document.ts';
import { answerBudget, answerContent, ContentHeaders, readContent, readVersions } from './lib/read-content.ts';
import { LATEST_PORTS, withOwnLatest } from './lib/with-latest.ts';
import { FullRecord, toFullRecord } from './view.ts';

export const operation = defineOperation({
  id: 'update-document-content',
  method: 'PUT',
  path: '/api/v1/documents/{document_id}/content',
  tag: 'Documents',
  summary: 'Replace the content of a document',
  description:
    'Creates a version; the previous text stays in the version history. Processing never replaces content written ' +
    'by a caller. 409 for a deleted document.',
  auth: { scope: 'documents:write', role: 'member' },
  params: z.object({ document_id: DocumentId }),
  headers: ContentHeaders,
  body: z.strictObject({ content: NewContent }),
  responses: { 200: versioned('The document', FullRecord) },
  errors: [404, 409],
  uses: ['documents.read', 'documents.write', 'files.read', 'files.write', ...LATEST_PORTS],
  memoryMegabytes: 1769,
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const found = await findDocument(request, ports['documents.read']);
  const writeId = request.newId();
  const { now, body, ifMatch } = request;
  const record = await changeDocument(found, body, ports, { ifVersion: versionOf(ifMatch), writeId, now });
  const isLatest = record.latest_version === writeId;
  const content = isLatest ? body.content : await readContent(record, ports['files.read']);
  const fits = answerBudget();
  fits(content);
  const versions = await readVersions(record, ports['files.read'], content, fits);
  return {
    status: 200,
    headers: { ETag: etag(record.record_version) },
    body: {
      ...toFullRecord(await withOwnLatest(record, ports), null, versions),
      ...answerContent(record, content, request.headers['accept-encoding']),
    },
  };
};

export const handler = lambda(operation, handle);
