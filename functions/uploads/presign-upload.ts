import * as z from 'zod';
import { Filename } from '../../shared/domain/documents/values.ts';
import { NotFound } from '../../shared/domain/errors.ts';
import { uploadPath } from '../../shared/domain/uploads/store-path.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';

/** A link lives an hour; the file may be registered for a day. */
const LINK_SECONDS = 3600;
const REGISTER_SECONDS = 24 * 3600;
/** The most that one request to the object store takes. */
const MAXIMUM_BYTES = 5 * 1024 ** 3;

export const operation = defineOperation({
  id: 'presign-upload',
  method: 'POST',
  path: '/api/v1/uploads',
  tag: 'Uploads',
  summary: 'Get a link to upload a file',
  description:
    'Answers where to send the file: with PUT, the body and `headers` as they stand; with POST, a form of `fields` ' +
    'followed by `file`. Size, type and, where given, SHA-256 are signed, so the object store refuses anything else. ' +
    'Then POST /api/v1/documents with the `store_path`.',
  auth: { scope: 'documents:write', role: 'member', projects: true },
  body: z.strictObject({
    project_id: z.string().min(1).max(128),
    filename: Filename,
    file_size: z.int().min(0).max(MAXIMUM_BYTES),
    mime_type: z
      .string()
      .regex(/^[\w.+-]+\/[\w.+-]+(;[\w .=+"-]*)?$/)
      .max(255)
      .optional(),
    sha256: z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits')
      .transform((hex) => hex.toLowerCase())
      .optional(),
    method: z.enum(['PUT', 'POST']).default('PUT'),
  }),
  responses: {
    201: {
      description: 'Where and how to send the file',
      schema: z.object({
        upload_id: z.string(),
        store_path: z.string(),
        method: z.enum(['PUT', 'POST']),
        url: z.string(),
        headers: z.record(z.string(), z.string()),
        fields: z.record(z.string(), z.string()),
        expires_at: z.string(),
      }),
    },
  },
  errors: [404, 409],
  uses: ['projects.read', 'uploads.write', 'files.presign'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { body, caller, now } = request;
  const { organizationId } = caller;
  const [project, allowed] = await Promise.all([
    ports['projects.read'].get(organizationId, body.project_id),
    request.projects.allows(body.project_id),
  ]);
  if (!project || !allowed) throw new NotFound();

  const uploadId = request.newId();
  const path = uploadPath(organizationId, uploadId, body.filename);
  const mimeType = body.mime_type ?? 'application/octet-stream';
  const terms = {
    path,
    size: body.file_size,
    mimeType,
    sha256: body.sha256 ?? null,
    expiresInSeconds: LINK_SECONDS,
  };
  const [upload] = await Promise.all([
    body.method === 'PUT' ? ports['files.presign'].put(terms) : ports['files.presign'].post(terms),
    ports['uploads.write'].create({
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
      expires_at: Math.floor(now.getTime() / 1000) + REGISTER_SECONDS,
    }),
  ]);
  return {
    status: 201,
    body: {
      upload_id: uploadId,
      store_path: path,
      ...upload,
      expires_at: new Date(now.getTime() + LINK_SECONDS * 1000).toISOString(),
    },
  };
};

export const handler = lambda(operation, handle);
