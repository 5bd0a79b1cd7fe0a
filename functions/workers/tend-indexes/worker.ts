import { scheduledWorker } from '../../../shared/queue/scheduled-worker.ts';
import { defineWorker, type HandleSchedule } from '../../../shared/queue/worker.ts';

export const worker = defineWorker({
  id: 'tend-indexes',
  description: 'Has search indexes compacted that have grown by many commits',
  schedule: { rateMinutes: 360 },
  timeoutSeconds: 300,
  memoryMegabytes: 256,
  uses: ['search.known', 'queue.search'],
  task: {
    agent: 'search',
    name: 'Have grown indexes compacted',
    shownBy: 'search',
    steps: ['Finds indexes that have grown by many commits.', 'Asks for each of them to be compacted.'],
  },
});

export const handle: HandleSchedule<typeof worker> = async (ports, { now }) => {
  for (const organization_id of await ports['search.known'].untended(now)) {
    await ports['queue.search'].send({ organization_id, task: 'compact' });
  }
};

export const handler = scheduledWorker(worker, handle);
