import { tableOf } from '../../shared/aws/clients/table.ts';
import { queryItems } from '../../shared/aws/dynamodb/items.ts';
import { Notification } from '../../shared/domain/notifications/notification.ts';
import { environment } from '../../shared/environment.ts';
import { notificationKey } from '../../shared/table/keys.ts';

/** Returns the stored notifications of an organization. */
export const notificationsOf = (organization: string): Promise<Notification[]> =>
  queryItems(tableOf(environment()), Notification, { partition: notificationKey(organization, '').pk });
