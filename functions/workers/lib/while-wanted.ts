import { environment } from '../../../shared/environment.ts';
import { withSignal } from '../../../shared/with-signal.ts';

/**
 * Runs `work` and checks three times per lease period whether it is still wanted; if not, its signal aborts.
 * @param isWanted reads the state; a failed read is ignored
 * @returns undefined if the work was no longer wanted
 */
export const whileWanted = async <T>(
  isWanted: () => Promise<boolean>,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> => {
  const unwanted = new AbortController();
  const ask = async () => {
    if (!(await isWanted().catch(() => true))) unwanted.abort(new Error('The work is no longer wanted'));
  };
  const timer = setInterval(ask, (environment().LEASE_SECONDS * 1000) / 3);
  try {
    return await withSignal([outer, unwanted.signal], work);
  } catch (error) {
    if (unwanted.signal.aborted) return undefined;
    throw error;
  } finally {
    clearInterval(timer);
  }
};
