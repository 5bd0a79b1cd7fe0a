import { queueWorker } from '../../../shared/queue/queue-worker.ts';
import { defineWorker, type HandleMessage } from '../../../shared/queue/worker.ts';

export const worker = defineWorker({
  id: 'sequence-events',
  description: 'Puts the events of an organization in sequence, and into its feed',
  queue: 'events',
  timeoutSeconds: 120,
  memoryMegabytes: 512,
  uses: ['events.append', 'queue.events'],
});

/** Milliseconds reserved for the last transaction of a run. */
const RESERVE = 20_000;

/** Appends all waiting events, whichever message announced them, so that a lost message delays events only. */
export const handle: HandleMessage<typeof worker> = async ({ organization_id }, ports, run) => {
  const ended = await ports['events.append'].drain(organization_id, run.deadline - RESERVE);
  if (ended === 'unfinished') await ports['queue.events'].send({ organization_id });
};

export const handler = queueWorker(worker, handle);
