import * as z from 'zod';
import { NotFound } from '../../shared/domain/errors.ts';
import { readFeedCursor } from '../../shared/domain/events/feed-cursor.ts';
import { RecordId } from '../../shared/domain/fields.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle, PortsOf, Request } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { findWebhook, WebhookParams } from './lib/find-webhook.ts';

const Cursor = z.string().max(64);

export const operation = defineOperation({
  id: 'replay-webhook',
  method: 'POST',
  path: '/api/v1/webhooks/{id}/replay',
  tag: 'Webhooks',
  summary: 'Send events to a webhook again',
  description:
    'Either the event of one delivery, or all events of the last 30 days between two cursors of the feed; without ' +
    '`until`, up to now. Only events that the webhook asks for and that may still be seen are sent, beside the ' +
    'ordered deliveries and with the same ids.',
  auth: { scope: 'webhooks:write', role: 'manager' },
  params: WebhookParams,
  body: z
    .strictObject({
      delivery_id: RecordId.optional().meta({ description: 'A delivery whose event is to be sent again' }),
      after: Cursor.optional().meta({ description: 'A `cursor` of the feed: the events after it' }),
      until: Cursor.optional().meta({ description: 'A `cursor` of the feed: the last event' }),
    })
    .refine(
      ({ delivery_id, after, until }) =>
        (delivery_id === undefined) !== (after === undefined) && (after !== undefined || until === undefined),
      {
        error: 'needs either delivery_id, or after with an optional until',
      },
    )
    .meta({ example: { delivery_id: '01980000-0000-7000-8000-00000000000a' } }),
  responses: { 202: { description: 'The events are queued' } },
  errors: [404],
  uses: ['webhooks.read', 'webhooks.log', 'events.read', 'queue.webhooks'],
});

/** Returns the positions of the feed that the body names: the first one exclusive, the last one inclusive. */
const rangeOf = async (
  { body, params, caller, now }: Request<typeof operation>,
  ports: PortsOf<typeof operation>,
): Promise<{ after: number; until: number }> => {
  if (body.delivery_id !== undefined) {
    const delivery = await ports['webhooks.log'].get(caller.organizationId, params.id, body.delivery_id);
    if (!delivery) throw NotFound.of({ name: 'Delivery', loc: ['body', 'delivery_id'] });
    return { after: delivery.position - 1, until: delivery.position };
  }
  const after = readFeedCursor(body.after ?? '', now, ['body', 'after']).position;
  const until =
    body.until === undefined
      ? await ports['events.read'].newest(caller.organizationId)
      : readFeedCursor(body.until, now, ['body', 'until']).position;
  return { after, until };
};

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { organization_id, id: webhook_id } = await findWebhook(request, ports['webhooks.read']);
  await ports['queue.webhooks'].send({ organization_id, webhook_id, replay: await rangeOf(request, ports) });
  return { status: 202 };
};

export const handler = lambda(operation, handle);
