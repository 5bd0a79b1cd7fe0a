import { errorFields, log } from '../../../shared/log.ts';
import type { Run } from '../../../shared/queue/worker.ts';

/** Records processed concurrently. */
const PARALLEL = 8;
/** Milliseconds before the deadline after which no record is started. */
const RESERVE = 15_000;

/**
 * Processes the records that are due as long as there is time; the rest waits for the next run. A failure is logged,
 * left for the next run, and does not block the others.
 * @throws the last failure, after all others have been processed
 */
export const eachDue = async <D>(due: readonly D[], run: Run, work: (one: D) => Promise<void>): Promise<void> => {
  const waiting = [...due];
  let failure: { error: unknown } | undefined;
  const workOneByOne = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      if (Date.now() > run.deadline - RESERVE) return;
      try {
        await work(one);
      } catch (error) {
        failure = { error };
        log('error', 'due work failed', { ...one, ...errorFields(error) });
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, workOneByOne));
  if (failure) throw failure.error;
};
