import * as z from 'zod';
import { Filename } from '../../shared/domain/documents/values.ts';
import { ProjectId } from '../../shared/domain/fields.ts';
import { PART_BYTES, partCount } from '../../shared/domain/uploads/parts.ts';
import { formPathOf, uploadPath } from '../../shared/domain/uploads/store-path.ts';
import { LINK_SECONDS, registrationEnd } from '../../shared/domain/uploads/upload-record.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { requireProject } from '../../shared/http/require-project.ts';

/** Seconds during which the file may be registered. */
const REGISTER_SECONDS = 24 * 3600;
const MAXIMUM_BYTES = 5 * 1024 ** 3;
/** Largest single request: beyond it, starting again after a lost connection costs too much. */
const SINGLE_REQUEST_BYTES = 64 * 1024 ** 2;

export const operation = defineOperation({
  id: 'presign-upload',
  method: 'POST',
  path: '/api/v1/uploads',
  tag: 'Uploads',
  summary: 'Get a link to upload a file',
  description:
    'Returns where to send the file: with PUT, the body with `headers` unchanged; with POST, a form of `fields` ' +
    'followed by `file`. Size, type and, if given, SHA-256 are signed, so that the object store rejects anything ' +
    'else. Above 64 MiB, or with `multipart`, the response has `part_size` and `part_count` instead: sign the ' +
    'parts, send them in any order, complete the upload. Then POST /api/v1/documents with the `store_path`. Files ' +
    'of up to 5 GiB.',
  auth: { scope: 'documents:write', role: 'member' },
  body: z.strictObject({
    project_id: ProjectId,
    filename: Filename,
    file_size: z.int().min(0).max(MAXIMUM_BYTES).meta({ format: 'int64' }),
    mime_type: z
      .string()
      .max(255)
      .regex(/^[\w.+-]+\/[\w.+-]+(;[\w .=+"-]*)?$/, 'must be a media type such as application/pdf')
      .optional(),
    sha256: z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits')
      .transform((hex) => hex.toLowerCase())
      .optional(),
    method: z.enum(['PUT', 'POST']).default('PUT'),
    multipart: z.boolean().optional(),
  }),
  responses: {
    201: {
      description: 'Where and how to send the file',
      schema: z.object({
        upload_id: z.string(),
        store_path: z.string(),
        method: z.enum(['PUT', 'POST']).optional(),
        url: z.string().optional(),
        headers: z.record(z.string(), z.string()).optional(),
        fields: z.record(z.string(), z.string()).optional(),
        part_size: z.int().optional(),
        part_count: z.int().optional(),
        expires_at: z.string().meta({
          description: 'Until when the link works; with parts, until when the file can be registered',
        }),
      }),
      location: '/api/v1/uploads/{upload_id}',
    },
  },
  errors: [404, 409],
  uses: ['uploads.write', 'files.presign', 'files.multipart'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { body, caller, now } = request;
  const { organizationId } = caller;
  await requireProject(request, body.project_id);

  const uploadId = request.newId();
  const path = uploadPath(organizationId, uploadId, body.filename);
  const mimeType = body.mime_type ?? 'application/octet-stream';
  const record = {
    upload_id: uploadId,
    organization_id: organizationId,
    project_id: body.project_id,
    store_path: path,
    filename: body.filename,
    file_size: body.file_size,
    mime_type: mimeType,
    sha256: body.sha256 ?? null,
    multipart_id: null,
    part_size: null,
    document_id: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    registrable_until: Math.floor(now.getTime() / 1000) + REGISTER_SECONDS,
    record_version: 1,
    write_id: uploadId,
  };
  const issued = { upload_id: uploadId, store_path: path };

  if (body.multipart ?? body.file_size > SINGLE_REQUEST_BYTES) {
    const multipart_id = await ports['files.multipart'].start(path, mimeType);
    await ports['uploads.write'].create({ ...record, multipart_id, part_size: PART_BYTES });
    const part_count = partCount(body.file_size, PART_BYTES);
    return { status: 201, body: { ...issued, part_size: PART_BYTES, part_count, expires_at: registrationEnd(record) } };
  }
  const terms = { path, size: body.file_size, mimeType, sha256: record.sha256, expiresInSeconds: LINK_SECONDS };
  const [upload] = await Promise.all([
    body.method === 'PUT'
      ? ports['files.presign'].put(terms)
      : ports['files.presign'].post({ ...terms, path: formPathOf(path) }),
    ports['uploads.write'].create(record),
  ]);
  const expires_at = new Date(now.getTime() + LINK_SECONDS * 1000).toISOString();
  return { status: 201, body: { ...issued, ...upload, expires_at } };
};

export const handler = lambda(operation, handle);
