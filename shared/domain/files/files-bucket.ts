import { ARCHIVES, DERIVED, UPLOADS_FOLDER } from '../uploads/store-path.ts';
import { UNREGISTERED } from '../uploads/unregistered.ts';

/** Prefix of the objects that are announced to the queue `upload-events`. */
export const announcedPrefix = UPLOADS_FOLDER;

/** The bucket's lifecycle rules, in the cloud and on one machine. */
export const bucketLifecycle = {
  /** Days after which an unfinished multipart upload is removed. */
  incompleteUploadDays: 7,
  /**
   * Uploaded files that no document registered. Before that, their event can wait in a dead-letter queue for 14 days.
   */
  unregistered: { prefix: UPLOADS_FOLDER, tag: UNREGISTERED, days: 30 },
  /**
   * Archives of transmittals, which are rebuilt on request. Documents that are deleted are removed permanently only
   * later.
   */
  archives: { prefix: ARCHIVES, days: 7 },
  /** Derived images and texts, which are read mainly while a document is current. */
  rarelyRead: { prefix: DERIVED, days: 30 },
} as const;

/**
 * How browsers may use presigned URLs, from any origin, because the signature alone grants access. PDF viewers need to
 * read the headers of range requests.
 */
export const cors = {
  methods: ['GET', 'HEAD', 'PUT', 'POST'],
  exposedHeaders: [
    'Accept-Ranges',
    'Content-Range',
    'ETag',
    'x-amz-checksum-sha256',
    'x-amz-request-id',
    'x-amz-version-id',
  ],
  maxAgeSeconds: 3600,
} as const;
