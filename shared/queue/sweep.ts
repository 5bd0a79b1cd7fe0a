import type { Lease } from '../domain/lease.ts';
import { environment } from '../environment.ts';
import type { Busy } from '../ports.ts';
import { MAXIMUM_ATTEMPTS, unlessTaken } from './holding-lease.ts';
import type { Run } from './worker.ts';

/** The fields that the sweep reads of a record that waits for a worker or is being processed. */
interface Waiting {
  attempts: number;
  queued_at: string | null;
  lease: Lease | null;
  since: string;
}

/** The fields that the sweep writes when it marks a record as failed. */
interface GivenUp {
  error: string;
  error_detail: Record<string, unknown>;
  lease: null;
}

export interface SweptStore<W> {
  busy: Busy<W>;
  /** Returns until when (epoch milliseconds) the owner of a lease has extended it. */
  leaseExtension(record: W, owner: string): Promise<number>;
  /** Fails the record unless a worker holds it. @throws Conflict or NotFound if another write came first */
  giveUp(record: W, change: GivenUp, guard: { leaseFreeAt: number; writeId: string; now: Date }): Promise<unknown>;
}

/** Records of one shard per run; the rest waits for the next run. */
const LIMIT = 100;
/** A record whose every message was lost is sent again after so many pauses at most, however long it has waited. */
const MAXIMUM_PAUSES = 15;

/**
 * Returns the time, ISO 8601, from which a record that has waited since `since` counts as waiting: it is due again one
 * pause later. The wait doubles from one pause to `MAXIMUM_PAUSES`, so that a long queue does not grow because it is long.
 */
export const waitingFrom = (since: string, now: Date): string => {
  const pause = environment().SWEEP_AFTER_SECONDS * 1000;
  const age = Math.min(Math.max(now.getTime() - Date.parse(since), pause), MAXIMUM_PAUSES * pause);
  return new Date(now.getTime() + age - pause).toISOString();
};

/**
 * Sends records again whose message was lost or whose worker died. A write cannot be in one transaction with a queue: a
 * create may die before its message is sent, and the last delivery of a message may die with its worker. Sending a
 * message once too often is harmless, since taking a record is conditional. Most records that wait long wait behind
 * others, so each is sent again after a pause, then after twice that time, and so on (`waitingFrom`).
 * @param subject begins the error on a record that is failed: "Processing" was interrupted 5 times
 */
export const sweep = async <W extends Waiting>(
  subject: string,
  { busy, leaseExtension, giveUp }: SweptStore<W>,
  send: (record: W) => Promise<void>,
  run: Run,
): Promise<void> => {
  const now = run.now.getTime();
  const pause = environment().SWEEP_AFTER_SECONDS * 1000;
  for (const record of await busy.list(new Date(now - pause).toISOString(), LIMIT)) {
    const { lease, attempts, queued_at, since } = record;
    if (lease && (lease.until > now || (await leaseExtension(record, lease.owner)) > now)) continue;
    if (attempts >= MAXIMUM_ATTEMPTS) {
      const error = `${subject} was interrupted ${attempts} times`;
      const change = { error, error_detail: { code: 'interrupted', attempts }, lease: null };
      await unlessTaken(giveUp(record, change, { leaseFreeAt: now, writeId: `sweep:${run.requestId}`, now: run.now }));
      continue;
    }
    await send(record);
    await busy.postpone(record, waitingFrom(queued_at ?? since, run.now));
  }
};
