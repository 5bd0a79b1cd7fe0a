import * as z from 'zod';
import { EventType, updatedBy } from '../../shared/domain/events/event.ts';
import { WebhookDelivery, WebhookRecord } from '../../shared/domain/events/webhook.ts';

const time = z.string().meta({ format: 'date-time' });

const HIDDEN = {
  organization_id: true,
  sealed_secret: true,
  sealed_former: true,
  record_version: true,
  write_id: true,
} as const;

/** A subscription as it appears in responses, never with its secret. */
export const Webhook = WebhookRecord.omit(HIDDEN)
  .extend({
    types: z.array(EventType).meta({ description: 'The types of events that are sent; all if empty' }),
    disabled_reason: z
      .string()
      .nullable()
      .meta({ description: 'Why the service disabled the webhook; null otherwise' }),
    former_until: time.nullable().meta({ description: 'Until when the secret before the last rotation signs as well' }),
    created_at: time,
    updated_at: time,
    updated_by: updatedBy,
  })
  .meta({ id: 'Webhook' });

export const toWebhook = (record: WebhookRecord): z.input<typeof Webhook> => {
  const { organization_id, sealed_secret, sealed_former, record_version, write_id, ...shown } = record;
  return { ...shown, updated_by: shown.updated_by ?? null };
};

/** A subscription with the secret that has just been made, which is shown once. */
export const WebhookWithSecret = Webhook.extend({
  secret: z.string().meta({ description: 'Verifies the signatures; it cannot be read again' }),
}).meta({ id: 'WebhookWithSecret' });

/** An attempt to deliver an event. */
export const DeliveryView = WebhookDelivery.omit({ position: true })
  .extend({
    at: time.meta({ description: 'When the attempt began' }),
    event_id: z.string().meta({ description: 'The `webhook-id` of the message' }),
    event_type: z.string().meta({ description: 'The type of the event' }),
    attempt: z.int().meta({ description: '1 for the first attempt' }),
    is_replay: z.boolean().meta({ description: 'True if the event was to be sent again' }),
    status_code: z.int().nullable().meta({ description: 'Null if the receiver did not respond' }),
    duration_ms: z.int().meta({ description: 'Milliseconds from the request to the response or the failure' }),
  })
  .meta({ id: 'WebhookDelivery' });

export const toDelivery = ({ position: _, ...shown }: WebhookDelivery): z.input<typeof DeliveryView> => shown;
