import * as z from 'zod';
import { DeliveryMode, modesOf, type PreferencesRecord } from '../../shared/domain/mail/preferences.ts';
import { NotificationType } from '../../shared/domain/mail/values.ts';

/** What the caller is told, as the interface shows it. */
export const NotificationPreferences = z
  .object({
    modes: z.record(NotificationType, DeliveryMode).meta({
      description: 'When each type of notification comes: at once, with the daily digest, or not at all',
    }),
    updated_at: z
      .string()
      .nullable()
      .meta({ format: 'date-time', description: 'When something was last chosen; null before' }),
  })
  .meta({ id: 'NotificationPreferences' });

export const toNotificationPreferences = (
  record: PreferencesRecord | undefined,
): z.input<typeof NotificationPreferences> => ({
  modes: modesOf(record),
  updated_at: record?.updated_at ?? null,
});
