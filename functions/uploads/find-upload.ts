import * as z from 'zod';
import type { Caller } from '../../shared/domain/access/caller.ts';
import { Conflict, NotFound } from '../../shared/domain/errors.ts';
import { RecordId } from '../../shared/domain/fields.ts';
import type { UploadRecord } from '../../shared/domain/uploads/upload-record.ts';
import type { ProjectAccess } from '../../shared/http/operation.ts';
import { visible } from '../../shared/http/visible.ts';
import type { UploadsRead } from '../../shared/ports.ts';

export const UploadParams = z.object({ upload_id: RecordId });

export interface MultipartUpload extends UploadRecord {
  multipart_id: string;
  part_size: number;
}

interface Asked {
  caller: Caller;
  projects: ProjectAccess;
  params: z.infer<typeof UploadParams>;
  now: Date;
}

/**
 * Returns the upload named in the request's path.
 * @throws NotFound if it is missing, expired or not visible to the caller
 */
export const findUpload = async (request: Asked, uploads: UploadsRead): Promise<UploadRecord> => {
  const upload = await visible(request, await uploads.get(request.caller.organizationId, request.params.upload_id));
  if (upload.registrable_until * 1000 <= request.now.getTime()) throw new NotFound();
  return upload;
};

/**
 * Returns the multipart upload named in the request's path, for work on its parts.
 * @throws NotFound as `findUpload`
 * @throws Conflict if it was aborted, or issued as a single request
 */
export const findPartedUpload = async (request: Asked, uploads: UploadsRead): Promise<MultipartUpload> => {
  const upload = await findMultipartUpload(request, uploads);
  if (upload.is_aborted) throw new Conflict('The upload was aborted');
  return upload;
};

/**
 * Returns the multipart upload named in the request's path, aborted or not.
 * @throws NotFound as `findUpload`
 * @throws Conflict if it was issued as a single request
 */
export const findMultipartUpload = async (request: Asked, uploads: UploadsRead): Promise<MultipartUpload> => {
  const upload = await findUpload(request, uploads);
  const { multipart_id, part_size } = upload;
  if (multipart_id === null || part_size === null) throw new Conflict('The upload is a single request without parts');
  return { ...upload, multipart_id, part_size };
};
