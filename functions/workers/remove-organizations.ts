import { environment } from '../../shared/environment.ts';
import { scheduledWorker } from '../../shared/queue/scheduled-worker.ts';
import { defineWorker, type HandleSchedule } from '../../shared/queue/worker.ts';
import type { Left } from './lib/remove-listed.ts';
import { ORGANIZATION_REMOVER_PORTS, organizationRemovers } from './remove-organizations/organization-removers.ts';

export const worker = defineWorker({
  id: 'remove-organizations',
  description: 'Removes everything of deleted organizations from the tables and the object store',
  schedule: { rateMinutes: 1 },
  recordsNoEvents: true,
  timeoutSeconds: 300,
  memoryMegabytes: 512,
  uses: ORGANIZATION_REMOVER_PORTS,
});

/** Maximum deletions of one shard per run; the rest waits for the next run. */
const LIMIT = 10;
/** Milliseconds reserved for the last step of a run. */
const RESERVE = 30_000;

/**
 * Each deletion is held by one run at a time and passes through all removers from the start, which skip what is already
 * removed. If a run dies, another one continues when its hold expires. A deletion is complete when nothing remained
 * after the end of the last request that may have been admitted before it.
 */
export const handle: HandleSchedule<typeof worker> = async (ports, run) => {
  const remove = ports['organizations.remove'];
  const now = run.now.getTime();
  const end = run.deadline - RESERVE;
  const slice = { now: run.now, isOver: () => Date.now() > end || run.signal.aborted };
  for (const deletion of await remove.pending(now, LIMIT)) {
    if (slice.isOver()) return;
    if (!(await remove.hold(deletion, now, Math.max(run.deadline, now + RESERVE)))) continue;
    const requestsEnded = Date.parse(deletion.at) + environment().REQUEST_SECONDS * 1000;
    let left: Left = 'nothing';
    for (const remover of organizationRemovers) {
      left = await remover(deletion.organization_id, ports, slice);
      if (left !== 'nothing') break;
    }
    if (left === 'nothing' && now >= requestsEnded) await remove.end(deletion);
    else await remove.release(deletion);
  }
};

export const handler = scheduledWorker(worker, handle);
