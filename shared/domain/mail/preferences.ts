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
  /** Types that are not named have their default. */
  modes: z.partialRecord(NotificationType, DeliveryMode),
  created_at: z.string(),
  updated_at: z.string(),
  record_version: z.int(),
  write_id: z.string(),
});
export type PreferencesRecord = z.infer<typeof PreferencesRecord>;

/**
 * The mode of a type for whoever has chosen nothing: at once, but for one's own files that were read. Many of those come
 * together, and nothing has to be done about them: they are one mail with the daily digest.
 */
const defaultMode = (type: NotificationType): DeliveryMode => (type === 'document_processed' ? 'digest' : 'immediate');

/** The mode of every type. @param record undefined of somebody who has chosen nothing */
export const modesOf = (record: Pick<PreferencesRecord, 'modes'> | undefined): Record<NotificationType, DeliveryMode> =>
  Object.fromEntries(NOTIFICATION_TYPES.map((type) => [type, record?.modes[type] ?? defaultMode(type)])) as Record<
    NotificationType,
    DeliveryMode
  >;
