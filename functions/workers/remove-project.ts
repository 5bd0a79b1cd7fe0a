import { environment } from '../../shared/environment.ts';
import { queueWorker } from '../../shared/queue/queue-worker.ts';
import { defineWorker, type HandleMessage } from '../../shared/queue/worker.ts';
import type { Left } from './lib/remove-listed.ts';
import { PROJECT_REMOVER_PORTS, projectRemovers } from './remove-project/project-removers.ts';

export const worker = defineWorker({
  id: 'remove-project',
  description: 'Removes everything of a deleted project from table and object store',
  queue: 'delete-project',
  recordsNoEvents: true,
  timeoutSeconds: 300,
  memoryMegabytes: 512,
  uses: [...PROJECT_REMOVER_PORTS, 'queue.delete-project'],
});

/** Milliseconds by which the last step of a slice may exceed it. */
const RESERVE = 60_000;

/**
 * Runs one slice of the work and queues the rest. If a run dies, another one continues when its hold expires, and
 * passes through all steps from the start, skipping what is already removed. Records in use, and those a request may
 * still be writing, are left to a later run of `sweep-deletions`.
 */
export const handle: HandleMessage<typeof worker> = async (deletion, ports, run) => {
  const now = run.now.getTime();
  const milliseconds = environment().SLICE_SECONDS * 1000;
  if (!(await ports['projects.remove'].hold(deletion, now, now + milliseconds + RESERVE))) return;
  const end = Date.now() + milliseconds;
  const slice = { now: run.now, isOver: () => Date.now() > end || run.signal.aborted };
  const requestsEnded = Date.parse(deletion.at) + environment().REQUEST_SECONDS * 1000;
  let left: Left = 'nothing';
  for (const remove of projectRemovers) {
    left = await remove(deletion, ports, slice);
    if (left !== 'nothing') break;
  }
  if (left === 'nothing' && now >= requestsEnded) return ports['projects.remove'].end(deletion);
  await ports['projects.remove'].release(deletion);
  if (left === 'more') await ports['queue.delete-project'].send(deletion);
};

export const handler = queueWorker(worker, handle);
