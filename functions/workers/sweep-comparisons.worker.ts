import { COMPARISON_TRANSITIONS } from '../../shared/domain/comparisons/comparison.ts';
import { Conflict, NotFound } from '../../shared/domain/errors.ts';
import type { HandleSchedule } from '../../shared/queue/worker.ts';
import { defineWorker, scheduledWorker } from '../../shared/queue/worker.ts';

export const worker = defineWorker({
  id: 'sweep-comparisons',
  description: 'Hands comparisons to the worker again whose message was lost or whose worker died',
  schedule: { rateMinutes: 1 },
  timeoutSeconds: 60,
  memoryMegabytes: 512,
  uses: ['comparisons.busy', 'comparisons.write', 'queue.compare'],
});

/** A queued comparison is left to its message this long. */
const GRACE_MS = 45_000;
const LIMIT = 200;
const MAXIMUM_ATTEMPTS = 5;

/** The same for comparisons as `sweep-documents`, and for the same reason. */
export const handle: HandleSchedule<typeof worker> = async (ports, run) => {
  const now = run.now.getTime();
  for (const record of await ports['comparisons.busy'].list(new Date(now - GRACE_MS).toISOString(), LIMIT)) {
    if (record.lease && record.lease.until > now) continue;
    const { organization_id, id, attempts } = record;
    if (attempts < MAXIMUM_ATTEMPTS) {
      await ports['queue.compare'].send({ organization_id, comparison_id: id });
      continue;
    }
    const error = `The comparison was interrupted ${attempts} times`;
    await ports['comparisons.write']
      .change(
        organization_id,
        id,
        { error, error_detail: { code: 'interrupted', attempts }, lease: null },
        {
          transition: COMPARISON_TRANSITIONS.fail,
          leaseFreeAt: now,
          writeId: `sweep:${run.requestId}`,
          now: run.now,
        },
      )
      .catch((failure: unknown) => {
        if (!(failure instanceof Conflict || failure instanceof NotFound)) throw failure;
      });
  }
};

export const handler = scheduledWorker(worker, handle);
