import type { Caller } from '../../../shared/domain/access/caller.ts';
import { Conflict, NotFound } from '../../../shared/domain/errors.ts';
import type { UploadRecord } from '../../../shared/domain/uploads/upload.ts';
import type { ProjectAccess } from '../../../shared/http/operation.ts';
import type { UploadsRead } from '../../../shared/ports.ts';

export interface MultipartUpload extends UploadRecord {
  multipart_id: string;
  part_size: number;
}

/**
 * The multipart upload of the request's path. @throws NotFound when it is missing, expired or not the caller's to
 * see; Conflict when it was issued as a single request
 */
export const findMultipartUpload = async (
  request: { caller: Caller; projects: ProjectAccess; params: { upload_id: string }; now: Date },
  uploads: UploadsRead,
): Promise<MultipartUpload> => {
  const upload = await uploads.get(request.caller.organizationId, request.params.upload_id);
  const expired = upload && upload.expires_at * 1000 < request.now.getTime();
  if (!upload || expired || !(await request.projects.allows(upload.project_id))) throw new NotFound();
  const { multipart_id, part_size } = upload;
  if (multipart_id === null || part_size === null) throw new Conflict('The upload is one request, without parts');
  return { ...upload, multipart_id, part_size };
};
