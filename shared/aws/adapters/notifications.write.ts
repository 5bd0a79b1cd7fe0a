import { createHash } from 'node:crypto';
import type { Environment } from '../../environment.ts';
import type { NotificationsWrite } from '../../ports.ts';
import { EXPIRES, NOTIFICATIONS_KEPT_SECONDS } from '../../table/definition.ts';
import { Expression } from '../../table/expression.ts';
import { notificationKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { putItem } from '../dynamodb/items.ts';

export const adapter = (environment: Environment): NotificationsWrite => ({
  add: async (notification, recipient) => {
    const { organization_id, type, entity_type, entity_id, created_at } = notification;
    const id = createHash('sha256')
      .update(JSON.stringify([organization_id, type, entity_type, entity_id, recipient]))
      .digest('hex')
      .slice(0, 32);
    const item = {
      ...notificationKey(organization_id, id),
      ...{ id, ...notification },
      [EXPIRES]: Math.ceil(Date.parse(created_at) / 1000) + NOTIFICATIONS_KEPT_SECONDS,
    };
    await putItem(tableOf(environment), item, new Expression().absent());
  },
});
