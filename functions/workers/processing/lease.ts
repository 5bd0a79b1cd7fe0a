import type { DocumentsWrite } from '../../../shared/ports.ts';

/** A worker that dies is replaced after this long. */
export const LEASE_MS = 30_000;
const RENEW_MS = 10_000;

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
    const lease = { owner: held.owner, until: Date.now() + LEASE_MS };
    const still = await records.extendLease(held.organizationId, held.id, lease).catch(() => true);
    if (!still) lost.abort(new Error('Another worker took the record over'));
  };
  const timer = setInterval(renew, RENEW_MS);
  try {
    return await work(lost.signal);
  } finally {
    clearInterval(timer);
  }
};
