import * as z from 'zod';
import { Invalid } from '../../shared/domain/errors.ts';
import { partCount, sizeOfPart } from '../../shared/domain/uploads/parts.ts';
import { LINK_SECONDS } from '../../shared/domain/uploads/upload-record.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { findPartedUpload, UploadParams } from './find-upload.ts';

export const operation = defineOperation({
  id: 'sign-upload-parts',
  method: 'POST',
  path: '/api/v1/uploads/{upload_id}/parts',
  tag: 'Uploads',
  summary: 'Get links to upload parts of a file',
  description:
    'One link per part number, at most 100; each accepts exactly the bytes of its part with PUT and is valid for an ' +
    'hour. A part may be signed and sent again: the last one counts.',
  auth: { scope: 'documents:write', role: 'member' },
  params: UploadParams,
  body: z.strictObject({ part_numbers: z.array(z.int().min(1).max(10_000)).min(1).max(100) }),
  responses: {
    200: {
      description: 'The links, in the requested order',
      schema: z.object({
        parts: z.array(z.object({ part_number: z.int(), method: z.literal('PUT'), url: z.string(), size: z.int() })),
        expires_at: z.string(),
      }),
    },
  },
  errors: [404, 409],
  uses: ['uploads.read', 'files.multipart'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { store_path, multipart_id, part_size, file_size } = await findPartedUpload(request, ports['uploads.read']);
  const count = partCount(file_size, part_size);
  const beyond = request.body.part_numbers.findIndex((number) => number > count);
  if (beyond >= 0) throw Invalid.at(['body', 'part_numbers', String(beyond)], `the file has ${count} parts`);
  // The object store would also sign for an upload that has ended; listing its parts fails then.
  const checking = ports['files.multipart'].parts(store_path, multipart_id);
  const signing = Promise.all(
    request.body.part_numbers.map(async (part_number) => {
      const size = sizeOfPart(file_size, part_size, part_number);
      const part = { number: part_number, size };
      const url = await ports['files.multipart'].signPart(store_path, multipart_id, part, LINK_SECONDS);
      return { part_number, method: 'PUT' as const, url, size };
    }),
  );
  const [parts] = await Promise.all([signing, checking]);
  return {
    status: 200,
    body: { parts, expires_at: new Date(request.now.getTime() + LINK_SECONDS * 1000).toISOString() },
  };
};

export const handler = lambda(operation, handle);
