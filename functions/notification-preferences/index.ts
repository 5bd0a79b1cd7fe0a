import * as getNotificationPreferences from './get-notification-preferences.ts';
import * as putNotificationPreferences from './put-notification-preferences.ts';
import * as unsubscribe from './unsubscribe.ts';
import * as unsubscribePage from './unsubscribe-page.ts';

/** In the order of the reference pages. */
export const operations = [getNotificationPreferences, putNotificationPreferences, unsubscribePage, unsubscribe];
