import { scheduledWorker } from '../../shared/queue/scheduled-worker.ts';
import { defineWorker, type HandleSchedule } from '../../shared/queue/worker.ts';

export const worker = defineWorker({
  id: 'tend-indexes',
  description: 'Requests the daily maintenance of search indexes',
  schedule: { rateMinutes: 360 },
  timeoutSeconds: 60,
  memoryMegabytes: 256,
  uses: ['search.known', 'queue.batches'],
  task: {
    agent: 'search',
    name: 'Request index maintenance',
    shownBy: 'search',
    steps: [
      'Finds indexes without maintenance for a day.',
      'Requests for each of them an update, a merge and the removal of unreferenced objects.',
    ],
  },
});

/** Number of indexes that are checked before a batch is sent for all of them. */
const FIRST = 100;

/** Sends no batch if all indexes are known to be maintained. */
export const handle: HandleSchedule<typeof worker> = async (ports, { now }) => {
  const first = await ports['search.known'].page(undefined, FIRST);
  const untended = await ports['search.known'].untended(first, now);
  if (untended.length === 0 && first.length < FIRST) return;
  await ports['queue.batches'].send({ job: 'indexes', after: null });
};

export const handler = scheduledWorker(worker, handle);
