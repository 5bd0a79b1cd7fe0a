import type { Lease } from '../domain/documents/document.ts';
import { environment } from '../environment.ts';
import type { Busy } from '../ports.ts';
import { MAXIMUM_ATTEMPTS, unlessTaken } from './lease.ts';
import type { Run } from './worker.ts';

/** A record that a worker has or awaits, as the sweep sees it. */
interface Waiting {
  attempts: number;
  queued_at: string | null;
  lease: Lease | null;
  since: string;
}

/** What the sweep writes on a record that it gives up. */
interface GivenUp {
  error: string;
  error_detail: Record<string, unknown>;
  lease: null;
}

export interface SweptStore<W> {
  busy: Busy<W>;
  /** Until when (epoch milliseconds) the owner of a lease has extended it. */
  leaseExtension(record: W, owner: string): Promise<number>;
  /** Fails the record unless a worker has it. @throws Conflict or NotFound when something was there first */
  giveUp(record: W, change: GivenUp, guard: { leaseFreeAt: number; writeId: string; now: Date }): Promise<unknown>;
}

/** Records of one shard in one run; the rest waits for the next one. */
const LIMIT = 100;

/**
 * Hands on what a lost message or a dead worker left behind. Two writes cannot be one transaction with a queue: a
 * create may die before its message is sent, and the last delivery of a message may die with its worker. Sending once
 * too often is harmless, since taking a record is conditional. Most records that wait long wait behind others, so each
 * is sent again after a pause, then after twice that time, and so on: a long queue does not grow by what it holds.
 *
 * @param subject begins the sentence on a record that is given up: "Processing" was interrupted 5 times
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
    const age = now - Date.parse(queued_at ?? since);
    await busy.postpone(record, new Date(now + Math.max(age, pause) - pause).toISOString());
  }
};
