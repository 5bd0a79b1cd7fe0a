import { scheduledWorker } from '../../../shared/queue/scheduled-worker.ts';
import { defineWorker, type HandleSchedule } from '../../../shared/queue/worker.ts';

export const worker = defineWorker({
  id: 'tend-indexes',
  description: 'Requests the daily maintenance of search indexes',
  schedule: { rateMinutes: 360 },
  timeoutSeconds: 60,
  memoryMegabytes: 256,
  uses: ['queue.batches'],
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

export const handle: HandleSchedule<typeof worker> = async (ports) => {
  await ports['queue.batches'].send({ job: 'indexes', after: null });
};

export const handler = scheduledWorker(worker, handle);
