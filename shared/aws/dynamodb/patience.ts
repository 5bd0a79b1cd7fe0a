import { Unavailable } from '../../domain/errors.ts';

const ATTEMPTS = 10;
/**
 * Milliseconds after which no further attempt starts: items carry the time they were made, and readers of a register
 * look back only `OVERLAP_SECONDS`.
 */
const PATIENCE = 15_000;

/** Waits for a random time that grows with each attempt, so that colliding writers spread out. */
export const backOff = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** Math.min(attempt, 6)));

/**
 * Returns a function that waits before the next attempt of one call to the table. The time for all attempts starts with
 * the first. All waits together stay below three seconds, which leaves an operation time to respond.
 * @param reason the error message after the last attempt
 * @returns waits before the next attempt. @throws Unavailable after the last one
 */
export const patience = (
  reason = 'Too many requests are changing the record at the same time',
): (() => Promise<void>) => {
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
