import * as z from 'zod';
import { partCount } from '../../shared/domain/uploads/parts.ts';
import { registrationEnd } from '../../shared/domain/uploads/upload-record.ts';
import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { versioned } from '../../shared/http/versioned.ts';
import { findUpload, UploadParams } from './find-upload.ts';

const Upload = z
  .object({
    upload_id: z.string(),
    project_id: z.string(),
    store_path: z.string(),
    filename: z.string(),
    file_size: z.int().meta({ format: 'int64' }),
    mime_type: z.string().nullable(),
    document_id: z
      .string()
      .nullable()
      .meta({ description: 'The document that has the file; null until it is registered' }),
    status: z.enum(['issued', 'registered', 'aborted']).meta({
      description:
        '`registered` as soon as a document names the file, also before it arrives; no file of an `aborted` one arrives',
    }),
    part_size: z.int().nullable().meta({ description: 'Null for an upload in one request' }),
    part_count: z.int().nullable().meta({ description: 'Null for an upload in one request' }),
    created_at: z.string(),
    expires_at: z.string().meta({ description: 'Until when the file can be registered' }),
  })
  .meta({ id: 'Upload' });

export const operation = defineOperation({
  id: 'get-upload',
  method: 'GET',
  path: '/api/v1/uploads/{upload_id}',
  tag: 'Uploads',
  summary: 'Get an upload',
  description:
    'The requested upload, and the document that its file is registered for. An aborted one is returned as well until it ' +
    'expires; afterwards 404.',
  auth: { scope: 'documents:read', role: 'member' },
  params: UploadParams,
  responses: { 200: versioned('The upload', Upload) },
  errors: [404],
  uses: ['uploads.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const upload = await findUpload(request, ports['uploads.read']);
  const { file_size, part_size, record_version } = upload;
  const { upload_id, project_id, store_path, filename, mime_type, document_id, created_at } = upload;
  return {
    status: 200,
    headers: { ETag: etag(record_version) },
    body: {
      ...{ upload_id, project_id, store_path, filename, file_size, mime_type, document_id, part_size, created_at },
      status: upload.is_aborted ? 'aborted' : document_id === null ? 'issued' : 'registered',
      part_count: part_size === null ? null : partCount(file_size, part_size),
      expires_at: registrationEnd(upload),
    },
  };
};

export const handler = lambda(operation, handle);
