import { Conflict, NotFound } from '../../../shared/domain/errors.ts';
import { environment } from '../../../shared/environment.ts';
import type { DocumentsWrite } from '../../../shared/ports.ts';

/** A record that ended its worker this often is given up. */
export const MAXIMUM_ATTEMPTS = 5;

/** Until when (epoch milliseconds) a lease taken or renewed now holds: a worker that dies is replaced after that. */
export const leaseEnd = (now = Date.now()): number => now + environment().LEASE_SECONDS * 1000;

/**
 * Keeps a record's lease while `work` runs. The signal aborts when the lease is lost, so that two workers
 * never both write. Renewal ends with the work, whatever its outcome.
 */
export const holdingLease = async <T>(
  records: Pick<DocumentsWrite, 'extendLease'>,
  held: { organizationId: string; id: string; owner: string },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const lost = new AbortController();
  const renew = async () => {
    const lease = { owner: held.owner, until: leaseEnd() };
    const still = await records.extendLease(held.organizationId, held.id, lease).catch(() => true);
    if (!still) lost.abort(new Error('Another worker took the record over'));
  };
  const timer = setInterval(renew, (environment().LEASE_SECONDS * 1000) / 3);
  try {
    return await work(lost.signal);
  } finally {
    clearInterval(timer);
  }
};

/** What a conditional write of a sweep or a taking worker answers; undefined when another one was there first. */
export const unlessTaken = async <T>(write: Promise<T>): Promise<T | undefined> => {
  try {
    return await write;
  } catch (error) {
    if (error instanceof Conflict || error instanceof NotFound) return undefined;
    throw error;
  }
};
