import * as z from 'zod';
import { TRANSITIONS } from '../../shared/domain/documents/transitions.ts';
import { Conflict } from '../../shared/domain/errors.ts';
import { requireVersion } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { unlessTaken } from '../../shared/queue/holding-lease.ts';
import { findMultipartUpload, UploadParams } from './find-upload.ts';

export const operation = defineOperation({
  id: 'abort-upload',
  method: 'DELETE',
  path: '/api/v1/uploads/{upload_id}',
  tag: 'Uploads',
  summary: 'Abort a multipart upload',
  description:
    'Discards the uploaded parts; a document that awaits the file becomes FAILED. Repeating it returns the same response; 409 ' +
    'for a completed upload, whose file is kept.',
  auth: { scope: 'documents:write', role: 'member' },
  params: UploadParams,
  responses: {
    200: { description: 'Confirmation', schema: z.object({ upload_id: z.string(), message: z.string() }) },
  },
  errors: [404, 409],
  uses: ['uploads.read', 'uploads.write', 'documents.write', 'files.multipart', 'files.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const upload = await findMultipartUpload(request, ports['uploads.read']);
  const { upload_id, organization_id, project_id, store_path, multipart_id, record_version } = upload;
  const { now, newId } = request;
  if (!upload.is_aborted) requireVersion(request.ifMatch, record_version, 'The upload');
  await ports['files.multipart'].abort(store_path, multipart_id);
  // Checked after the parts have been discarded, because from then on nothing can complete the upload.
  if (await ports['files.read'].head(store_path)) throw new Conflict('The upload is completed');
  // Also if a document has registered the upload in the meantime: without its parts, an upload cannot be left open.
  const { document_id } = upload.is_aborted
    ? upload
    : await ports['uploads.write'].abort(organization_id, upload_id, { writeId: newId(), now, before: upload });
  if (document_id !== null) {
    const failed = { error: 'The upload of the file was aborted', error_detail: { code: 'upload_aborted' } };
    const guard = { transition: TRANSITIONS.miss, writeId: newId(), now };
    await unlessTaken(ports['documents.write'].change(organization_id, project_id, document_id, failed, guard));
  }
  return { status: 200, body: { upload_id, message: 'The upload is aborted' } };
};

export const handler = lambda(operation, handle);
