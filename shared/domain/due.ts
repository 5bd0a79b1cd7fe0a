import * as z from 'zod';

/** A record that a scheduled worker processes from a given time on. */
export const Due = z.object({
  organization_id: z.string(),
  id: z.string(),
  /** ISO 8601. */
  at: z.string(),
});
export type Due = z.infer<typeof Due>;

/** A document whose file had not arrived when it was registered. */
export const Awaited = Due.extend({
  /** When it was registered, ISO 8601. */
  since: z.string(),
  /** When its upload expires, ISO 8601. */
  until: z.string(),
});
export type Awaited = z.infer<typeof Awaited>;

/** A file that came with a form, for a document that does not exist yet. */
export const StoredFile = Due.extend({
  /** Its path in the object store. */
  path: z.string(),
});
export type StoredFile = z.infer<typeof StoredFile>;

/** A document with scanned pages to be recognised. */
export const Unread = Due.extend({
  /** Since when, ISO 8601. */
  since: z.string(),
  /** The processing run in which they were found. */
  run: z.string(),
  /** Number of finished slices at the last check. */
  finished: z.int(),
});
export type Unread = z.infer<typeof Unread>;

/** A project or an organization that has been in deletion since `at`. */
export const Deletion = Due.extend({
  /** Until when (epoch milliseconds) a worker holds the deletion. */
  held_until: z.number(),
});
export type Deletion = z.infer<typeof Deletion>;

/** Number of shards of due entries. */
export const DUE_SHARDS = 8;
