import { scheduledWorker } from '../../../shared/queue/scheduled-worker.ts';
import { defineWorker, type HandleSchedule } from '../../../shared/queue/worker.ts';

export const worker = defineWorker({
  id: 'tend-indexes',
  description: 'Has search indexes put in order once a day',
  schedule: { rateMinutes: 360 },
  timeoutSeconds: 60,
  memoryMegabytes: 256,
  uses: ['queue.batches'],
  task: {
    agent: 'search',
    name: 'Have indexes put in order',
    shownBy: 'search',
    steps: [
      'Finds indexes that have not been put in order for a day.',
      'Asks for each of them to be followed up, merged and cleared of what nothing names.',
    ],
  },
});

export const handle: HandleSchedule<typeof worker> = async (ports) => {
  await ports['queue.batches'].send({ job: 'indexes', after: null });
};

export const handler = scheduledWorker(worker, handle);
