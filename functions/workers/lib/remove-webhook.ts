import type { WebhookRecord } from '../../../shared/domain/events/webhook.ts';
import type { Ports } from '../../../shared/ports.ts';

/** Removes a webhook with what is stored beside it; safe to run several times. */
export const removeWebhook = async (record: WebhookRecord, ports: Pick<Ports, 'webhooks.write'>): Promise<void> => {
  await ports['webhooks.write'].removeBeside(record.organization_id, record.id);
  await ports['webhooks.write'].delete(record);
};
