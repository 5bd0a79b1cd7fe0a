import * as z from 'zod';
import { NotificationType } from './values.ts';

/** One line of somebody's next digest. */
export const DigestItem = z.object({
  organization_id: z.string(),
  /** The user who may read it. */
  user_id: z.string(),
  /** The notification's. */
  id: z.string(),
  project_id: z.string(),
  type: NotificationType,
  /** One line that says it. */
  line: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  added_at: z.string(),
  /** The day (`2026-11-22`) whose digest says it; null until one does. */
  day: z.string().nullable(),
});
export type DigestItem = z.infer<typeof DigestItem>;
