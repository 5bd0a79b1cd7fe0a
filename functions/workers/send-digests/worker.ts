import { scheduledWorker } from '../../../shared/queue/scheduled-worker.ts';
import { defineWorker, type HandleSchedule } from '../../../shared/queue/worker.ts';

export const worker = defineWorker({
  id: 'send-digests',
  description: 'Has the daily digest of everybody written for whom something was kept',
  schedule: { dailyAt: '06:00' },
  timeoutSeconds: 300,
  memoryMegabytes: 256,
  uses: ['digests.write', 'queue.mail'],
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

/** People of one shard that are read at a time. */
const LIMIT = 100;

/** Asked for twice, a digest is sent once: it is named after its day. */
export const handle: HandleSchedule<typeof worker> = async (ports, run) => {
  const now = run.now.toISOString();
  const digest_day = now.slice(0, 10);
  for (let asked = 1; asked > 0 && Date.now() < run.deadline; ) {
    const due = await ports['digests.write'].due(now, LIMIT);
    for (const one of due) {
      await ports['queue.mail'].send({ organization_id: one.organization_id, subscriber: one.id, digest_day });
      await ports['digests.write'].asked(one);
    }
    asked = due.length;
  }
};

export const handler = scheduledWorker(worker, handle);
