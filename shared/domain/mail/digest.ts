import * as z from 'zod';
import { NotificationType } from './mail-values.ts';

/** One line of a subscriber's next digest, or of the mail about a batch of uploads. */
export const DigestItem = z.object({
  organization_id: z.string(),
  /** The user whose access is checked. */
  user_id: z.string(),
  /** The id of the notification. */
  id: z.string(),
  project_id: z.string(),
  type: NotificationType,
  /** The notification in one line. */
  line: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  added_at: z.string(),
  /** True if the line belongs to the mail about the user's current uploads to the project, false for the digest. */
  is_in_batch: z.boolean().default(false),
  /** The mail that contains it: the day of a digest (`2026-11-22`), or `batchName`; null until one does. */
  mail: z.string().nullable().default(null),
});
export type DigestItem = z.infer<typeof DigestItem>;

/** Names the mail about a batch of uploads by the last notification that it contains. */
export const batchName = (notificationId: string): string => `batch-${notificationId}`;
