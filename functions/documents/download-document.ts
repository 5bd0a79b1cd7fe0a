import * as z from 'zod';
import { DocumentId } from '../../shared/domain/documents/values.ts';
import { Conflict } from '../../shared/domain/errors.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { findDocument, requireNotDeleted } from './lib/find-document.ts';

/** Lifetime of a single download link in seconds; batch links take theirs from the request. */
const LINK_SECONDS = 3600;

export const operation = defineOperation({
  id: 'download-document',
  method: 'GET',
  path: '/api/v1/documents/{document_id}/download',
  tag: 'Documents',
  summary: 'Get a download link',
  description:
    'A link to the stored file that works for one hour without a token. 409 if the file has not arrived yet, and ' +
    'for a deleted document.',
  auth: { scope: 'documents:read', role: 'viewer', viewerLink: 'document_id' },
  params: z.object({ document_id: DocumentId }),
  responses: {
    200: {
      description: 'The link; every value is a string',
      schema: z.object({
        document_id: z.string(),
        filename: z.string(),
        download_url: z.string(),
        expires_at: z.string(),
      }),
    },
  },
  errors: [404, 409],
  uses: ['documents.read', 'files.presign'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findDocument(request, ports['documents.read']);
  requireNotDeleted(record);
  if (record.uploaded_at === null) throw new Conflict('The file has not been uploaded yet');
  const url = await ports['files.presign'].download(record.store_path, record.filename, LINK_SECONDS);
  return {
    status: 200,
    body: {
      document_id: record.document_id,
      filename: record.filename,
      download_url: url,
      expires_at: new Date(request.now.getTime() + LINK_SECONDS * 1000).toISOString(),
    },
  };
};

export const handler = lambda(operation, handle);
