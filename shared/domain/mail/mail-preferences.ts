import * as z from 'zod';
import { NOTIFICATION_TYPES, NotificationType } from './mail-values.ts';

/** When a user is notified: at once, with the rest of a batch of uploads, with others once a day, or never. */
export const DeliveryMode = z.enum(['immediate', 'batch', 'digest', 'off']);
export type DeliveryMode = z.infer<typeof DeliveryMode>;

/** The types that a batch of uploads consists of; the others cannot have the mode `batch`. */
export const BATCHED_TYPES: readonly NotificationType[] = ['document_processed', 'document_failed'];

/** The mail preferences of one person in an organization. */
export const PreferencesRecord = z.object({
  organization_id: z.string(),
  /** The subject of the identity. */
  user_id: z.string(),
  /** Types not listed have their default. */
  modes: z.partialRecord(NotificationType, DeliveryMode),
  created_at: z.string(),
  updated_at: z.string(),
  record_version: z.int(),
  write_id: z.string(),
});
export type PreferencesRecord = z.infer<typeof PreferencesRecord>;

/** Returns the default mode of a type: at once, except for the user's own files, which are often uploaded together. */
const defaultMode = (type: NotificationType): DeliveryMode => (BATCHED_TYPES.includes(type) ? 'batch' : 'immediate');

/** Returns the mode of every type. @param record undefined if the user has stored no preferences */
export const modesOf = (record: Pick<PreferencesRecord, 'modes'> | undefined): Record<NotificationType, DeliveryMode> =>
  Object.fromEntries(NOTIFICATION_TYPES.map((type) => [type, record?.modes[type] ?? defaultMode(type)])) as Record<
    NotificationType,
    DeliveryMode
  >;
