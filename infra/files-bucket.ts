import { DERIVED, UPLOADS } from '../shared/domain/uploads/store-path.ts';
import { UNREGISTERED } from '../shared/domain/uploads/unregistered.ts';

/** Below this prefix lies what the queue `upload-events` is told about. */
export const announcedPrefix = UPLOADS;

/** What the bucket does by itself with what nobody needs any longer, in the cloud and on one machine. */
export const lifecycle = {
  /** An upload in parts that was never completed. */
  incompleteUploadDays: 7,
  /** An uploaded file that no document registered. An arrival can wait in a dead-letter queue for 14 days before that. */
  unregistered: { prefix: UPLOADS, tag: UNREGISTERED, days: 30 },
  /** Pictures and texts that the service made, which are looked at while a document is of interest. */
  rarelyRead: { prefix: DERIVED, days: 30 },
} as const;

/**
 * How browsers may use signed addresses, from any origin: the signature alone gives access. A reader of PDFs needs to
 * know what part of a file it got.
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
