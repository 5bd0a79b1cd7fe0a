import * as z from 'zod';
import { cutText } from '../../shared/domain/cut-text.ts';
import { DocumentId, EXCERPT_CHARACTERS } from '../../shared/domain/documents/values.ts';
import { NotFound } from '../../shared/domain/errors.ts';
import { RecordId } from '../../shared/domain/fields.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { findDocument } from './lib/find-document.ts';
import { answerContent, ContentHeaders, textAt } from './lib/read-content.ts';
import { VersionEntry, versionEntry } from './view.ts';

export const operation = defineOperation({
  id: 'get-document-version',
  method: 'GET',
  path: '/api/v1/documents/{document_id}/versions/{version_id}',
  tag: 'Documents',
  summary: 'Get one content version with its text',
  description:
    'One of the versions that `GET …/versions` lists, with its full text. If the text exceeds 5.8 MB as JSON and ' +
    '`Accept-Encoding` does not include gzip, only its first 16,000 characters are returned, with ' +
    '`content_truncated`.',
  auth: { scope: 'documents:read', role: 'viewer' },
  params: z.object({ document_id: DocumentId, version_id: RecordId }),
  headers: ContentHeaders,
  responses: {
    200: {
      description: 'The version',
      schema: VersionEntry.extend({ content: z.string(), content_truncated: z.boolean().optional() }).meta({
        id: 'DocumentVersion',
      }),
    },
  },
  errors: [404],
  uses: ['documents.read', 'files.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findDocument(request, ports['documents.read']);
  const version = record.versions.find(({ version_id }) => version_id === request.params.version_id);
  if (!version) throw new NotFound();
  const text = await textAt(ports['files.read'], version.content_path);
  const excerpt = { content_excerpt: cutText(text, EXCERPT_CHARACTERS) };
  const { content, ...rest } = answerContent(excerpt, text, request.headers['accept-encoding']);
  return { status: 200, body: { ...versionEntry(version), content: content ?? '', ...rest } };
};

export const handler = lambda(operation, handle);
