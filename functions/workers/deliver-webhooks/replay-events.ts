import type { WebhookRecord } from '../../../shared/domain/events/webhook.ts';
import { secretsOf } from '../../../shared/outbound/send-webhook.ts';
import type { ReceivedMessage } from '../../../shared/queue/messages.ts';
import type { MessageRun } from '../../../shared/queue/worker.ts';
import type { DeliverPorts } from './deliver-ports.ts';
import { eventsFor, permissionNow, sendEvent } from './send-event.ts';

/** Lines of the feed read at once, and milliseconds reserved for one more attempt. */
const AT_ONCE = 100;
const RESERVE = 20_000;

/**
 * Sends the events of a range again, beside the ordered deliveries. If an attempt fails, the message is delivered again
 * for the rest of the range.
 * @throws Error if the receiver does not take an event
 */
export const replayEvents = async (
  webhook: WebhookRecord,
  { after, until }: NonNullable<ReceivedMessage<'webhooks'>['replay']>,
  ports: DeliverPorts,
  run: MessageRun,
): Promise<void> => {
  const { organization_id, id: webhook_id } = webhook;
  const rest = (from: number) =>
    ports['queue.webhooks'].send({ organization_id, webhook_id, replay: { after: from, until } });
  const secrets = await secretsOf(webhook, new Date(), ports['webhooks.open']);
  let position = after;
  for (;;) {
    const read = await ports['events.read'].feed(organization_id, position, AT_ONCE);
    const lines = read.filter((line) => line.position <= until);
    for (const found of await eventsFor(webhook, lines, ports)) {
      if (Date.now() > run.deadline - RESERVE) return rest(position);
      const permission = await permissionNow(webhook, found.event, ports);
      // The next delivery of the message reads the webhook as it is then.
      if (permission === 'changed') return rest(position);
      if (permission === 'hidden') continue;
      const terms = { attempt: run.delivery.attempt, is_replay: true };
      const { success, error } = await sendEvent(webhook, secrets, found, terms, ports);
      if (!success) {
        if (position === after) throw new Error(`An event was not sent again: ${error}`);
        return rest(position);
      }
      position = found.position;
    }
    const last = lines.at(-1);
    if (!last || last.position >= until || read.length < AT_ONCE) return;
    position = last.position;
  }
};
