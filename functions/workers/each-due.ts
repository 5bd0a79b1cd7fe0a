import { errorFields, log } from '../../shared/log.ts';
import type { Run } from '../../shared/queue/worker.ts';

/** Records under way at once. */
const PARALLEL = 8;
/** Milliseconds before the deadline from which on none is begun. */
const RESERVE = 15_000;

/**
 * Does the work that is due, as long as there is time; the rest waits for the next run. What fails is told and left for
 * that one too, and keeps nobody else waiting.
 * @throws the last failure, when all the others are done
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
