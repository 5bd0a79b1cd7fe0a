import * as z from 'zod';
import { NotificationType } from './values.ts';

/** One line of a subscriber's next digest. */
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
  /** The day (`2026-11-22`) whose digest contains it; null until one does. */
  day: z.string().nullable(),
});
export type DigestItem = z.infer<typeof DigestItem>;
