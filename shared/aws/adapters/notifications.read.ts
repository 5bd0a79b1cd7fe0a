import { Notification } from '../../domain/notifications/notification.ts';
import type { Environment } from '../../environment.ts';
import type { NotificationsRead } from '../../ports.ts';
import { notificationKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { getItem } from '../dynamodb/items.ts';

export const adapter = (environment: Environment): NotificationsRead => ({
  get: (organizationId, id) => getItem(tableOf(environment), Notification, notificationKey(organizationId, id)),
});
