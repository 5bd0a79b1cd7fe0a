import type { WebhookRecord } from '../../shared/domain/events/webhook.ts';
import { queueWorker } from '../../shared/queue/queue-worker.ts';
import { defineWorker, type HandleMessage, type MessageRun } from '../../shared/queue/worker.ts';
import { deliverEvents } from './deliver-webhooks/deliver-events.ts';
import { DELIVER_PORTS, type DeliverPorts } from './deliver-webhooks/deliver-ports.ts';
import { replayEvents } from './deliver-webhooks/replay-events.ts';

export const worker = defineWorker({
  id: 'deliver-webhooks',
  description: 'Sends the events of a webhook in order, or those that are to be sent again',
  queue: 'webhooks',
  timeoutSeconds: 120,
  memoryMegabytes: 512,
  uses: DELIVER_PORTS,
});

/** Milliseconds reserved for one more attempt and its record. */
const RESERVE = 20_000;

/** Delivers the events since the last delivery until none is left, an attempt fails or the time runs out. */
const deliverAll = async (
  { organization_id, id }: WebhookRecord,
  ports: DeliverPorts,
  run: MessageRun,
): Promise<void> => {
  const { messageId: message, attempt } = run.delivery;
  const owner = `${message}:${attempt}:${run.requestId}`;
  const end = run.deadline - RESERVE;
  for (;;) {
    const claimed = await ports['webhooks.deliver'].claim(organization_id, id, { owner, message }, run.deadline);
    if (!claimed) return;
    const isWaiting = claimed.retry_at !== null && Date.parse(claimed.retry_at) > Date.now();
    const state = isWaiting ? claimed : await deliverEvents(claimed, owner, end, ports);
    if (await ports['webhooks.deliver'].release(state, claimed, owner)) break;
    if (Date.now() > end) break;
  }
  if (Date.now() > end) await ports['queue.webhooks'].send({ organization_id, webhook_id: id });
};

export const handle: HandleMessage<typeof worker> = async ({ organization_id, webhook_id, replay }, ports, run) => {
  const webhook = await ports['webhooks.read'].get(organization_id, webhook_id);
  if (webhook?.status !== 'active') return;
  if (replay) await replayEvents(webhook, replay, ports, run);
  else await deliverAll(webhook, ports, run);
};

export const handler = queueWorker(worker, handle);
