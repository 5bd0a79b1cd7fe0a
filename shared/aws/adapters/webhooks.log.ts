import * as z from 'zod';
import { Invalid } from '../../domain/errors.ts';
import { WebhookDelivery } from '../../domain/events/webhook.ts';
import type { Environment } from '../../environment.ts';
import type { WebhooksLog } from '../../ports.ts';
import { DELIVERY_PREFIX, webhookDeliveryKey, webhookKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { getItem, queryItems } from '../dynamodb/items.ts';

const Cursor = z.string().regex(/^[0-9a-f-]{36}$/);

export const adapter = (environment: Environment): WebhooksLog => {
  const table = tableOf(environment);
  return {
    list: async (organizationId, id, { cursor, limit }) => {
      if (cursor !== undefined && !Cursor.safeParse(cursor).success) {
        throw Invalid.at(['query', 'cursor'], 'is not a cursor of this list');
      }
      const found = await queryItems(table, WebhookDelivery, {
        partition: webhookKey(organizationId, id).pk,
        prefix: DELIVERY_PREFIX,
        after: cursor === undefined ? undefined : webhookDeliveryKey(organizationId, id, cursor).sk,
        backwards: true,
        limit: limit + 1,
      });
      const deliveries = found.slice(0, limit);
      return { deliveries, cursor: found.length > limit ? (deliveries.at(-1)?.id ?? null) : null };
    },
    get: (organizationId, id, deliveryId) =>
      getItem(table, WebhookDelivery, webhookDeliveryKey(organizationId, id, deliveryId)),
  };
};
