import * as z from 'zod';
import { DocumentId } from '../../shared/domain/documents/values.ts';
import { Conflict } from '../../shared/domain/errors.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { publicLink } from '../../shared/http/public-link.ts';
import { visible } from '../../shared/http/visible.ts';
import { requireNotDeleted } from './lib/find-document.ts';

/** Presigned URLs expire with the function's session, which is only guaranteed to last this many seconds. */
const DIRECT_SECONDS = 3600;

export const operation = defineOperation({
  id: 'download-documents',
  method: 'POST',
  path: '/api/v1/documents/downloads',
  tag: 'Documents',
  summary: 'Get download links of several documents',
  description:
    'One link per identifier, in order, at most 100; each works without a token for `expiration` seconds. Links for ' +
    'more than an hour lead through a redirect of this service and stop working when you lose access or the ' +
    'document is deleted. If one identifier is missing or not visible to you, the whole request fails with 404; if ' +
    'one document is deleted or its file has not arrived, with 409.',
  auth: { scope: 'documents:read', role: 'viewer' },
  body: z.strictObject({
    document_ids: z.array(DocumentId).min(1).max(100),
    expiration: z.int().min(300).max(86_400).default(3600),
  }),
  responses: {
    200: {
      description: 'The links; every value of a download is a string',
      schema: z.object({ downloads: z.array(z.record(z.string(), z.string())), expires_at: z.string() }),
    },
  },
  errors: [404, 409],
  uses: ['documents.read', 'files.presign', 'links.seal'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { document_ids, expiration } = request.body;
  const found = await ports['documents.read'].getMany(request.caller.organizationId, document_ids);
  const records = await Promise.all(
    found.map((record, i) => visible(request, record, { name: 'Document', loc: ['body', 'document_ids', String(i)] })),
  );
  records.forEach(requireNotDeleted);
  const absent = records.find((record) => record.uploaded_at === null);
  if (absent) throw new Conflict(`The file of document ${absent.document_id} has not been uploaded yet`);

  const until = request.now.getTime() + expiration * 1000;
  const expires_at = new Date(until).toISOString();
  const urls =
    expiration <= DIRECT_SECONDS
      ? await Promise.all(
          records.map((record) => ports['files.presign'].download(record.store_path, record.filename, expiration)),
        )
      : (
          await ports['links.seal'].sealAll(
            records.map(({ organization_id, project_id, document_id, store_path, filename }) => ({
              ...{ organization_id, project_id, record: { type: 'document' as const, id: document_id } },
              ...{ path: store_path, filename, holder: request.caller.subject, until },
            })),
          )
        ).map((token) => publicLink(token));
  const downloads = records.map((record, i) => ({
    document_id: record.document_id,
    filename: record.filename,
    download_url: urls[i] ?? '',
    expires_at,
  }));
  return { status: 200, body: { downloads, expires_at } };
};

export const handler = lambda(operation, handle);
