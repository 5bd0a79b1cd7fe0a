import { DUE_SHARDS } from '../../shared/domain/due.ts';
import { scheduledWorker } from '../../shared/queue/scheduled-worker.ts';
import { defineWorker, type HandleSchedule } from '../../shared/queue/worker.ts';

export const worker = defineWorker({
  id: 'send-digests',
  description: 'Requests the daily digests of all users with stored digest lines',
  schedule: { dailyAt: '06:00' },
  timeoutSeconds: 60,
  memoryMegabytes: 256,
  uses: ['digests.due', 'queue.batches'],
  task: {
    agent: 'notifications',
    name: 'Request digests',
    shownBy: 'list-email-activities',
    steps: [
      'Finds all users with lines stored since the last digest.',
      'Requests one mail for each of them, identified by its day.',
    ],
  },
});

/** Sends one message per shard with due digests; the runs that follow continue until all of them are requested. */
export const handle: HandleSchedule<typeof worker> = async (ports, { now }) => {
  const before = now.toISOString();
  const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => shard);
  await Promise.all(
    shards.map(async (shard) => {
      const due = await ports['digests.due'].list(shard, before, 1);
      if (due.length > 0) await ports['queue.batches'].send({ job: 'digests', shard, before });
    }),
  );
};

export const handler = scheduledWorker(worker, handle);
