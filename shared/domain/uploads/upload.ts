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
  /** Epoch seconds after which no document can register the file any more. */
  registrable_until: z.int(),
  /** Set when the file is about to be removed unregistered: no document takes it from then on. */
  is_closed: z.boolean().optional(),
  record_version: z.int(),
  write_id: z.string(),
});
export type UploadRecord = z.infer<typeof UploadRecord>;

/** A link lives for so many seconds. */
export const LINK_SECONDS = 3600;

/**
 * When an upload is over, ISO 8601: no link can bring a file and no registration of one is still under way. The longest
 * request and the longest transfer that began in time have ended by then.
 */
export const uploadEnd = ({ registrable_until }: Pick<UploadRecord, 'registrable_until'>): string =>
  new Date((registrable_until + LINK_SECONDS) * 1000).toISOString();
