import { Unavailable } from '../../domain/errors.ts';

const ATTEMPTS = 10;
/**
 * Milliseconds after which no further attempt begins: items carry the time they were made, and readers of a register
 * look back only so far (`OVERLAP_SECONDS`).
 */
const PATIENCE = 15_000;

/** Waits longer with each attempt, at random, so that writers who collided spread out. */
export const backOff = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** Math.min(attempt, 6)));

/**
 * The waits between the attempts of one call to the table; begins with the first attempt. All of them together stay
 * below three seconds, which leaves an operation time to answer.
 *
 * @param reason said where the last attempt has failed too
 * @returns waits before the next attempt. @throws Unavailable after the last one
 */
export const patience = (reason = 'The record is being changed by too many at once'): (() => Promise<void>) => {
  const startedAt = performance.now();
  let attempt = 0;
  return async () => {
    attempt++;
    if (attempt === ATTEMPTS || performance.now() - startedAt > PATIENCE) {
      throw new Unavailable(reason, 1);
    }
    await backOff(attempt);
  };
};
