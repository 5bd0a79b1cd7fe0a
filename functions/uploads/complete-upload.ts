import * as z from 'zod';
import { Conflict, NotFound } from '../../shared/domain/errors.ts';
import { faultyParts } from '../../shared/domain/uploads/parts.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { findPartedUpload, UploadParams } from './find-upload.ts';

/** How many faulty parts an error names. */
const NAMED_PARTS = 20;

export const operation = defineOperation({
  id: 'complete-upload',
  method: 'POST',
  path: '/api/v1/uploads/{upload_id}/complete',
  tag: 'Uploads',
  summary: 'Complete a multipart upload',
  description:
    'Joins the parts into the file. 409 lists the parts that are missing or have the wrong size. Repeating it for a ' +
    'completed upload returns the same response.',
  auth: { scope: 'documents:write', role: 'member' },
  params: UploadParams,
  responses: {
    200: {
      description: 'The file is complete; register it with its store_path',
      schema: z.object({ upload_id: z.string(), store_path: z.string(), file_size: z.int().meta({ format: 'int64' }) }),
    },
  },
  errors: [404, 409],
  // The object store needs time to join many parts.
  timeoutSeconds: 29,
  uses: ['uploads.read', 'files.multipart', 'files.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const upload = await findPartedUpload(request, ports['uploads.read']);
  const { upload_id, store_path, multipart_id, file_size, part_size } = upload;
  try {
    const parts = await ports['files.multipart'].parts(store_path, multipart_id);
    const faulty = faultyParts(file_size, part_size, parts);
    if (faulty.length > 0) {
      const more = faulty.length > NAMED_PARTS ? ` and ${faulty.length - NAMED_PARTS} more` : '';
      const named = faulty.slice(0, NAMED_PARTS).join(', ');
      throw new Conflict(`Parts that are missing or have the wrong size: ${named}${more}`);
    }
    await ports['files.multipart'].complete(store_path, multipart_id, parts);
  } catch (error) {
    // The parts no longer exist once they are joined: after a lost response, the complete file is found instead.
    if (!(error instanceof NotFound)) throw error;
    const whole = await ports['files.read'].head(store_path);
    if (whole?.size !== file_size) throw error;
  }
  return { status: 200, body: { upload_id, store_path, file_size } };
};

export const handler = lambda(operation, handle);
