import * as z from 'zod';
import { ChangedBy } from '../events/event.ts';

/** A store path issued by the service, which permits the caller's organization to register that object. */
export const UploadRecord = z.object({
  upload_id: z.string(),
  organization_id: z.string(),
  project_id: z.string(),
  store_path: z.string(),
  filename: z.string(),
  file_size: z.int(),
  mime_type: z.string().nullable(),
  sha256: z.string().nullable(),
  /** The S3 upload id of a multipart upload; null for a single presigned request. */
  multipart_id: z.string().nullable(),
  part_size: z.int().nullable(),
  /** Set by the create that registers the file; the arrival event finds the document through it. */
  document_id: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  updated_by: ChangedBy,
  /** Epoch seconds after which no document can register the file. */
  registrable_until: z.int(),
  /** Set when the file is about to be removed unregistered: after this, no document can register it. */
  is_closed: z.boolean().optional(),
  /** Set when a user aborts the upload, which closes it. */
  is_aborted: z.boolean().optional(),
  record_version: z.int(),
  write_id: z.string(),
});
export type UploadRecord = z.infer<typeof UploadRecord>;

/** Lifetime of a link in seconds. */
export const LINK_SECONDS = 3600;

/** Returns until when a document can register the file of an upload, ISO 8601. */
export const registrationEnd = ({ registrable_until }: Pick<UploadRecord, 'registrable_until'>): string =>
  new Date(registrable_until * 1000).toISOString();

/**
 * Returns the time, ISO 8601, after which no file of the upload can arrive. The link of a single request is signed once, and a
 * transfer may take as long again; parts are signed as long as the file may be registered.
 */
export const arrivalEnd = (upload: Pick<UploadRecord, 'multipart_id' | 'created_at' | 'registrable_until'>): string =>
  upload.multipart_id === null
    ? new Date(Date.parse(upload.created_at) + 2 * LINK_SECONDS * 1000).toISOString()
    : uploadEnd(upload);

/**
 * Returns the end of an upload, ISO 8601, after which no link can deliver a file and no registration is in progress.
 * The longest request and the longest transfer that started in time have ended by this time.
 */
export const uploadEnd = ({ registrable_until }: Pick<UploadRecord, 'registrable_until'>): string =>
  new Date((registrable_until + LINK_SECONDS) * 1000).toISOString();
