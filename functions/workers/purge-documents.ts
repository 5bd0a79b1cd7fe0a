import { environment } from '../../shared/environment.ts';
import { scheduledWorker } from '../../shared/queue/scheduled-worker.ts';
import { defineWorker, type HandleSchedule } from '../../shared/queue/worker.ts';
import { eachDue } from './lib/each-due.ts';
import { PURGE_PORTS, purgeDocument } from './lib/purge-document.ts';

const DAY = 86_400_000;
/** Maximum documents of one shard per run; the rest waits for the next run. */
const LIMIT = 2_000;

export const worker = defineWorker({
  id: 'purge-documents',
  description: 'Permanently removes deleted documents when they can no longer be restored',
  schedule: { rateMinutes: 60 },
  timeoutSeconds: 600,
  memoryMegabytes: 512,
  uses: PURGE_PORTS,
});

/** An interrupted purge remains due and is continued. */
export const handle: HandleSchedule<typeof worker> = async (ports, run) => {
  const before = new Date(run.now.getTime() - environment().PURGE_AFTER_DAYS * DAY).toISOString();
  await eachDue(await ports['documents.purge'].due(before, LIMIT), run, async ({ organization_id, id, at }) => {
    const record = await ports['documents.purge'].begin(organization_id, id, { deletedAt: at, now: run.now });
    if (record) await purgeDocument(record, ports, false);
  });
};

export const handler = scheduledWorker(worker, handle);
