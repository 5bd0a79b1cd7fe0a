import * as z from 'zod';

/** A store path that the service issued: the proof that a caller's organization may register that object. */
export const UploadRecord = z.object({
  upload_id: z.string(),
  organization_id: z.string(),
  project_id: z.string(),
  store_path: z.string(),
  filename: z.string(),
  file_size: z.int(),
  mime_type: z.string().nullable(),
  sha256: z.string().nullable(),
  /** The object store's own id of a multipart upload; null for a single presigned request. */
  multipart_id: z.string().nullable(),
  part_size: z.int().nullable(),
  /** Set by the create that registered the file; the arrival event finds the document through it. */
  document_id: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Epoch seconds after which the record counts as absent. */
  expires_at: z.int(),
  record_version: z.int(),
  write_id: z.string(),
});
export type UploadRecord = z.infer<typeof UploadRecord>;
