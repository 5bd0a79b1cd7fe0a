import { scheduledWorker } from '../../shared/queue/scheduled-worker.ts';
import { defineWorker, type HandleSchedule } from '../../shared/queue/worker.ts';

/** Maximum deletions of one shard per run; the rest waits for the next run. */
const LIMIT = 100;

export const worker = defineWorker({
  id: 'sweep-deletions',
  description: 'Continues deletions of projects whose message was lost, whose worker died, or that had to wait',
  schedule: { rateMinutes: 1 },
  timeoutSeconds: 60,
  memoryMegabytes: 512,
  uses: ['projects.remove', 'queue.delete-project'],
});

export const handle: HandleSchedule<typeof worker> = async (ports, run) => {
  for (const { organization_id, id, at } of await ports['projects.remove'].pending(run.now.getTime(), LIMIT)) {
    await ports['queue.delete-project'].send({ organization_id, id, at });
  }
};

export const handler = scheduledWorker(worker, handle);
