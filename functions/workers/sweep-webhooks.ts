import { scheduledWorker } from '../../shared/queue/scheduled-worker.ts';
import { defineWorker, type HandleSchedule } from '../../shared/queue/worker.ts';
import { eachDue } from './lib/each-due.ts';

export const worker = defineWorker({
  id: 'sweep-webhooks',
  description: 'Requests the deliveries of webhooks that are due after a failed attempt',
  schedule: { rateMinutes: 1 },
  timeoutSeconds: 60,
  memoryMegabytes: 256,
  uses: ['webhooks.deliver', 'queue.webhooks'],
});

/** Maximum subscriptions of one shard per run; the rest waits for the next run. */
const LIMIT = 100;

export const handle: HandleSchedule<typeof worker> = async (ports, run) => {
  const due = await ports['webhooks.deliver'].due(run.now.toISOString(), LIMIT);
  await eachDue(due, run, async (one) => {
    await ports['queue.webhooks'].send({ organization_id: one.organization_id, webhook_id: one.id });
    await ports['webhooks.deliver'].settle(one);
  });
};

export const handler = scheduledWorker(worker, handle);
