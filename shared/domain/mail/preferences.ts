import * as z from 'zod';
import { NOTIFICATION_TYPES, NotificationType } from './values.ts';

/** When somebody is told: at once, once a day together with others, or not at all. */
export const DeliveryMode = z.enum(['immediate', 'digest', 'off']);
export type DeliveryMode = z.infer<typeof DeliveryMode>;

/** What one person of an organization wants to be told, and when. */
export const PreferencesRecord = z.object({
  organization_id: z.string(),
  /** The identity's subject. */
  user_id: z.string(),
  /** Types that are not named are told at once. */
  modes: z.partialRecord(NotificationType, DeliveryMode),
  created_at: z.string(),
  updated_at: z.string(),
  record_version: z.int(),
  write_id: z.string(),
});
export type PreferencesRecord = z.infer<typeof PreferencesRecord>;

/** The mode of every type; of somebody without a record all are immediate. */
export const modesOf = (record: Pick<PreferencesRecord, 'modes'> | undefined): Record<NotificationType, DeliveryMode> =>
  Object.fromEntries(NOTIFICATION_TYPES.map((type) => [type, record?.modes[type] ?? 'immediate'])) as Record<
    NotificationType,
    DeliveryMode
  >;
