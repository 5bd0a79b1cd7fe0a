import { Conflict, NotFound } from '../domain/errors.ts';
import { environment } from '../environment.ts';

/** A record whose workers have died this often fails. */
export const MAXIMUM_ATTEMPTS = 5;

/**
 * Returns until when (epoch milliseconds) a lease taken or renewed at `now` holds; after that, another worker may take
 * over.
 */
export const leaseEnd = (now = Date.now()): number => now + environment().LEASE_SECONDS * 1000;

/**
 * Renews a lease while `work` runs. When this settles, no renewal is in progress. The signal aborts when the lease is
 * lost, so that two workers never both write.
 * @param renew extends the lease to a time in epoch milliseconds; false if another worker holds the record
 */
export const holdingLease = async <T>(
  renew: (until: number) => Promise<boolean>,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> => {
  const lost = new AbortController();
  const renewOnce = async () => {
    // A failed renewal does not mean that the lease is lost: the next renewal shows.
    const held = await renew(leaseEnd()).catch(() => true);
    if (!held) lost.abort(new Error('Another worker holds the record, or it was deleted'));
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

/** Returns the result of a conditional write; undefined if another one came first, or the record no longer exists. */
export const unlessTaken = async <T>(write: Promise<T>): Promise<T | undefined> => {
  try {
    return await write;
  } catch (error) {
    if (error instanceof Conflict || error instanceof NotFound) return undefined;
    throw error;
  }
};
