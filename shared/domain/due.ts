import * as z from 'zod';

/** A record that the clock is to look at from a time on. */
export const Due = z.object({
  organization_id: z.string(),
  id: z.string(),
  /** ISO 8601. */
  at: z.string(),
});
export type Due = z.infer<typeof Due>;

/** A document whose file had not come when it was registered. */
export const Awaited = Due.extend({
  /** When it was registered, ISO 8601. */
  since: z.string(),
  /** From when on its file cannot come any more, ISO 8601. */
  until: z.string(),
});
export type Awaited = z.infer<typeof Awaited>;

/** A document whose scanned pages are to be read. */
export const Unread = Due.extend({
  /** Since when, ISO 8601. */
  since: z.string(),
  /** The processing run that left them. */
  run: z.string(),
  /** Slices that were done when it was last looked at. */
  finished: z.int(),
});
export type Unread = z.infer<typeof Unread>;

/** A project or an organization that is being deleted since `at`. */
export const Deletion = Due.extend({
  /** Until when (epoch milliseconds) a worker holds it. */
  held_until: z.number(),
});
export type Deletion = z.infer<typeof Deletion>;

/** Parts into which all that is due is spread. */
export const DUE_SHARDS = 8;
