import { DUE_SHARDS } from '../../../shared/domain/due.ts';
import { scheduledWorker } from '../../../shared/queue/scheduled-worker.ts';
import { defineWorker, type HandleSchedule } from '../../../shared/queue/worker.ts';

export const worker = defineWorker({
  id: 'send-digests',
  description: 'Has the daily digest of everybody written for whom something was kept',
  schedule: { dailyAt: '06:00' },
  timeoutSeconds: 60,
  memoryMegabytes: 256,
  uses: ['queue.batches'],
  task: {
    agent: 'notifications',
    name: 'Have digests sent',
    shownBy: 'list-email-activities',
    steps: [
      'Finds everybody for whom something was kept since the last digest.',
      'Asks for one mail for each of them, named after its day.',
    ],
  },
});

/** One message a shard: the runs that follow go on until everybody's digest is requested. */
export const handle: HandleSchedule<typeof worker> = async (ports, { now }) => {
  const before = now.toISOString();
  const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => shard);
  await Promise.all(shards.map((shard) => ports['queue.batches'].send({ job: 'digests', shard, before })));
};

export const handler = scheduledWorker(worker, handle);
