import * as z from 'zod';
import { DocumentId } from '../../shared/domain/documents/values.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { findDocument } from './lib/find-document.ts';
import { readContent, readVersions } from './lib/read-content.ts';
import { VersionEntry } from './view.ts';

export const operation = defineOperation({
  id: 'list-document-versions',
  method: 'GET',
  path: '/api/v1/documents/{document_id}/versions',
  tag: 'Documents',
  summary: 'List the content versions of a document',
  description:
    'Newest first, at most 50. Each includes its text as long as they fit into one response of 4 MB; older ones then ' +
    'come without `content`.',
  auth: { scope: 'documents:read', role: 'viewer' },
  params: z.object({ document_id: DocumentId }),
  responses: { 200: { description: 'The versions', schema: z.array(VersionEntry) } },
  errors: [404],
  uses: ['documents.read', 'files.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findDocument(request, ports['documents.read']);
  const files = ports['files.read'];
  return { status: 200, body: await readVersions(record, files, readContent(record, files)) };
};

export const handler = lambda(operation, handle);
