import { Conflict, NotFound } from '../domain/errors.ts';
import { environment } from '../environment.ts';

/** A record that ended its worker this often is given up. */
export const MAXIMUM_ATTEMPTS = 5;

/** Until when (epoch milliseconds) a lease taken or renewed now holds: a worker that dies is replaced after that. */
export const leaseEnd = (now = Date.now()): number => now + environment().LEASE_SECONDS * 1000;

/**
 * Renews a lease while `work` runs, whatever its outcome; no renewal is under way any more when it answers. The signal aborts when the lease is lost, so that two workers
 * never both write.
 *
 * @param renew moves the lease's end, epoch milliseconds; false where another worker has the record
 */
export const holdingLease = async <T>(
  renew: (until: number) => Promise<boolean>,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> => {
  const lost = new AbortController();
  const renewOnce = async () => {
    // A renewal that fails says nothing about the lease: the next one tells.
    const held = await renew(leaseEnd()).catch(() => true);
    if (!held) lost.abort(new Error('Another worker has the record, or it was deleted'));
  };
  let renewing = Promise.resolve();
  const timer = setInterval(
    () => {
      renewing = renewOnce();
    },
    (environment().LEASE_SECONDS * 1000) / 3,
  );
  try {
    return await work(lost.signal);
  } finally {
    clearInterval(timer);
    await renewing;
  }
};

/** What a conditional write answers; undefined when another one was there first, or the record is gone. */
export const unlessTaken = async <T>(write: Promise<T>): Promise<T | undefined> => {
  try {
    return await write;
  } catch (error) {
    if (error instanceof Conflict || error instanceof NotFound) return undefined;
    throw error;
  }
};
