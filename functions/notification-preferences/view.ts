import * as z from 'zod';
import { DeliveryMode, modesOf, type PreferencesRecord } from '../../shared/domain/mail/preferences.ts';
import { NOTIFICATION_TYPES, type NotificationType } from '../../shared/domain/mail/values.ts';

/** A delivery mode for each type of notification. */
export const EVERY_MODE = Object.fromEntries(NOTIFICATION_TYPES.map((type) => [type, DeliveryMode])) as Record<
  NotificationType,
  typeof DeliveryMode
>;

/** The caller's preferences as they appear in responses. */
export const NotificationPreferences = z
  .object({
    modes: z.object(EVERY_MODE).meta({
      description: 'When each type of notification is sent: at once, with the daily digest, or never',
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
