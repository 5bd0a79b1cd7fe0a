import type { Notification } from '../../../../shared/domain/notifications/notification.ts';
import type { ContentOf } from './mail-content.ts';

/** Names the receiver by its host: the rest of the address may contain a secret. */
export const webhookContent: ContentOf<Notification> = async ({ organization_id, entity_id }, _, ports) => {
  const webhook = await ports['webhooks.read'].get(organization_id, entity_id);
  if (webhook?.status !== 'disabled') return undefined;
  return {
    values: {
      webhook_id: webhook.id,
      webhook_host: new URL(webhook.url).host,
      webhook_description: webhook.description ?? '',
      reason: webhook.disabled_reason ?? '',
    },
  };
};
