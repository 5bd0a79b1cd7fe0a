import { COMPARISON_TRANSITIONS } from '../../../shared/domain/comparisons/comparison.ts';
import { environment } from '../../../shared/environment.ts';
import type { HandleSchedule } from '../../../shared/queue/worker.ts';
import { defineWorker, scheduledWorker } from '../../../shared/queue/worker.ts';
import { MAXIMUM_ATTEMPTS, unlessTaken } from '../process-document/lease.ts';

export const worker = defineWorker({
  id: 'sweep-comparisons',
  description: 'Hands comparisons to the worker again whose message was lost or whose worker died',
  schedule: { rateMinutes: 1 },
  timeoutSeconds: 60,
  memoryMegabytes: 512,
  uses: ['comparisons.busy', 'comparisons.write', 'queue.compare'],
});

const LIMIT = 200;
/** The same for comparisons as `sweep-documents`, and for the same reason. */
export const handle: HandleSchedule<typeof worker> = async (ports, run) => {
  const now = run.now.getTime();
  const grace = environment().SWEEP_GRACE_SECONDS * 1000;
  for (const record of await ports['comparisons.busy'].list(new Date(now - grace).toISOString(), LIMIT)) {
    if (record.lease && record.lease.until > now) continue;
    const { organization_id, id, attempts } = record;
    if (attempts < MAXIMUM_ATTEMPTS) {
      await ports['queue.compare'].send({ organization_id, comparison_id: id });
      const age = now - Date.parse(record.queued_at);
      await ports['comparisons.busy'].postpone(record, new Date(now + Math.max(age, grace) - grace).toISOString());
      continue;
    }
    const error = `The comparison was interrupted ${attempts} times`;
    const change = { error, error_detail: { code: 'interrupted', attempts }, lease: null };
    const guard = { transition: COMPARISON_TRANSITIONS.fail, leaseFreeAt: now };
    const write = { writeId: `sweep:${run.requestId}`, now: run.now };
    await unlessTaken(ports['comparisons.write'].change(organization_id, id, change, { ...guard, ...write }));
  }
};

export const handler = scheduledWorker(worker, handle);
