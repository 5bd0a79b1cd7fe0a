import * as z from 'zod';
import {
  BATCHED_TYPES,
  DeliveryMode,
  modesOf,
  type PreferencesRecord,
} from '../../shared/domain/mail/mail-preferences.ts';
import { NOTIFICATION_TYPES, type NotificationType } from '../../shared/domain/mail/mail-values.ts';

const UnbatchedMode = DeliveryMode.exclude(['batch']).meta({ description: 'When mails of this type are sent' });

/** The delivery modes of each type of notification. */
export const EVERY_MODE = Object.fromEntries(
  NOTIFICATION_TYPES.map((type) => [type, BATCHED_TYPES.includes(type) ? DeliveryMode : UnbatchedMode]),
) as Record<NotificationType, typeof DeliveryMode>;

/** The caller's preferences as they appear in responses. */
export const NotificationPreferences = z
  .object({
    modes: z.object(EVERY_MODE).meta({
      description:
        'When each type of notification is sent: at once, once per batch of uploads, with the daily digest, or never',
    }),
    updated_at: z
      .string()
      .nullable()
      .meta({ format: 'date-time', description: 'When the preferences were last changed; null if never' }),
  })
  .meta({ id: 'NotificationPreferences' });

export const toNotificationPreferences = (
  record: PreferencesRecord | undefined,
): z.input<typeof NotificationPreferences> => ({
  modes: modesOf(record),
  updated_at: record?.updated_at ?? null,
});
