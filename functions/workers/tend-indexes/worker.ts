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

/** Indexes that are looked at together. */
const PAGE = 100;

export const handle: HandleSchedule<typeof worker> = async (ports, { now }) => {
  const known = ports['search.known'];
  for (let page = await known.page(undefined, PAGE); page.length > 0; page = await known.page(page.at(-1), PAGE)) {
    for (const organization_id of await known.untended(page, now)) {
      await ports['queue.search'].send({ organization_id, task: 'compact' });
    }
  }
};

export const handler = scheduledWorker(worker, handle);
