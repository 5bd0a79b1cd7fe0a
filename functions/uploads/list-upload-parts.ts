import * as z from 'zod';
import { partCount } from '../../shared/domain/uploads/parts.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { findPartedUpload, UploadParams } from './find-upload.ts';

export const operation = defineOperation({
  id: 'list-upload-parts',
  method: 'GET',
  path: '/api/v1/uploads/{upload_id}/parts',
  tag: 'Uploads',
  summary: 'List the uploaded parts',
  description: 'To resume an interrupted upload, send the part numbers that are missing here.',
  auth: { scope: 'documents:read', role: 'member' },
  params: UploadParams,
  responses: {
    200: {
      description: 'The parts, in order',
      schema: z.object({
        upload_id: z.string(),
        part_size: z.int(),
        part_count: z.int(),
        parts: z.array(z.object({ part_number: z.int(), etag: z.string(), size: z.int() })),
      }),
    },
  },
  errors: [404, 409],
  uses: ['uploads.read', 'files.multipart'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const upload = await findPartedUpload(request, ports['uploads.read']);
  const { upload_id, part_size } = upload;
  const parts = await ports['files.multipart'].parts(upload.store_path, upload.multipart_id);
  return { status: 200, body: { upload_id, part_size, part_count: partCount(upload.file_size, part_size), parts } };
};

export const handler = lambda(operation, handle);
