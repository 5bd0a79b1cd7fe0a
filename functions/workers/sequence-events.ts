import type { Event } from '../../shared/domain/events/event.ts';
import { subscribes } from '../../shared/domain/events/webhook.ts';
import type { Ports } from '../../shared/ports.ts';
import { queueWorker } from '../../shared/queue/queue-worker.ts';
import { defineWorker, type HandleMessage } from '../../shared/queue/worker.ts';

export const worker = defineWorker({
  id: 'sequence-events',
  description: 'Puts the events of an organization in sequence and into its feed, and wakes its webhooks',
  queue: 'events',
  timeoutSeconds: 120,
  memoryMegabytes: 512,
  uses: ['events.append', 'queue.events', 'webhooks.read', 'queue.webhooks'],
});

/** Milliseconds reserved for the last transaction of a run, and for the messages to webhooks. */
const RESERVE = 40_000;
/**
 * Milliseconds after which a run wakes the webhooks and leaves the rest to the next one: while others write, the outbox may
 * not become empty for long.
 */
const MAXIMUM_UNTIL_WOKEN = 2_000;
/** Messages sent concurrently. */
const PARALLEL = 20;

/** Requests the deliveries of the webhooks that ask for one of these events; of all without events. */
const wakeWebhooks = async (
  organization_id: string,
  events: readonly Event[] | undefined,
  ports: Pick<Ports, 'webhooks.read' | 'queue.webhooks'>,
): Promise<void> => {
  const all = await ports['webhooks.read'].entries(organization_id, { list: 'inOrganization' });
  const woken = all.filter(
    (webhook) => webhook.status === 'active' && (events?.some((event) => subscribes(webhook, event)) ?? true),
  );
  for (let start = 0; start < woken.length; start += PARALLEL) {
    const some = woken.slice(start, start + PARALLEL);
    await Promise.all(some.map(({ id }) => ports['queue.webhooks'].send({ organization_id, webhook_id: id })));
  }
};

/**
 * Appends all waiting events, whichever message announced them, so that a lost message delays events only. A message
 * that is delivered again may have appended events before it failed: it wakes every webhook.
 */
export const handle: HandleMessage<typeof worker> = async ({ organization_id }, ports, run) => {
  const appended: Event[] = [];
  const end = Math.min(run.deadline - RESERVE, Date.now() + MAXIMUM_UNTIL_WOKEN);
  const isRepeated = run.delivery.attempt > 1;
  try {
    const ended = await ports['events.append'].drain(organization_id, end, async (events) => {
      appended.push(...events);
    });
    if (ended === 'unfinished') await ports['queue.events'].send({ organization_id });
  } finally {
    // Also if the rest could not be appended: that may go on for a while.
    if (appended.length > 0 || isRepeated) {
      await wakeWebhooks(organization_id, isRepeated ? undefined : appended, ports);
    }
  }
};

export const handler = queueWorker(worker, handle);
