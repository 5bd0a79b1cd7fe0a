import { OUTBOX_SUFFIX, outboxOrganization } from '../../shared/domain/events/event.ts';
import { streamWorker } from '../../shared/queue/stream-worker.ts';
import { defineWorker, type HandleStream } from '../../shared/queue/worker.ts';

export const worker = defineWorker({
  id: 'announce-events',
  description: 'Requests that the events of an organization are put in sequence',
  stream: { partitionsEndingWith: OUTBOX_SUFFIX },
  timeoutSeconds: 60,
  memoryMegabytes: 256,
  uses: ['queue.events'],
});

/** Sends one message for all events of an organization in a batch; its worker reads the events from the table. */
export const handle: HandleStream<typeof worker> = async (keys, ports) => {
  for (const partition of new Set(keys.map(({ pk }) => pk))) {
    const organization_id = outboxOrganization(partition);
    if (organization_id !== undefined) await ports['queue.events'].send({ organization_id });
  }
};

export const handler = streamWorker(worker, handle);
