import { Conflict, NotFound } from '../domain/errors.ts';
import { FileError } from '../domain/files/file-error.ts';
import type { Lease } from '../domain/lease.ts';
import type { StatusTransition } from '../domain/transition.ts';
import { errorFields, log } from '../log.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { withSignal } from '../with-signal.ts';
import { holdingLease, leaseEnd, MAXIMUM_ATTEMPTS, unlessTaken } from './holding-lease.ts';
import type { MessageRun } from './worker.ts';

/** The fields of every record that one worker at a time works on. */
export interface LeasedRecord {
  attempts: number;
  lease: Lease | null;
  record_version: number;
}

/** The fields that the end of a run writes on every such record. */
interface Outcome {
  attempts?: number;
  error?: string | null;
  error_detail?: Record<string, unknown> | null;
  lease?: Lease | null;
}

/** The conditions of a change of a leased record. */
interface LeaseGuard<Status extends string> {
  transition: StatusTransition<Status>;
  leaseOwner?: string;
  leaseFreeAt?: number;
  ifVersion?: number;
  addAttempt?: boolean;
  writeId: string;
  now: Date;
}

/** The reads and writes on the record that a message names. */
export interface LeasedStore<R extends LeasedRecord, C extends Outcome, Status extends string> {
  read(): Promise<R | undefined>;
  /** Runs one conditional write. @throws NotFound; Conflict with the condition that failed */
  change(change: C, guard: LeaseGuard<Status>): Promise<R>;
  /** Extends a lease; false if another worker holds the record, or it is deleted. */
  extendLease(lease: Lease): Promise<boolean>;
  /** Removes the extension of the lease by that owner. */
  dropLease(owner: string): Promise<void>;
  /** Returns until when (epoch milliseconds) that owner has extended its lease. */
  leaseExtension(owner: string): Promise<number>;
}

/** How a run ends: a transition of the status, and the change to write, computed from the current record. */
export interface Ending<R, C, Status extends string> {
  transition: StatusTransition<Status>;
  change: (record: R) => C;
}

/** How a run leaves the rest of its work to other workers, which share the lease as `owner`. */
export interface HandOver {
  owner: string;
  /** Returns until when (epoch milliseconds) the record waits for them. */
  until: () => number;
  /** Sends them the work; called once they hold the lease. */
  ask: () => Promise<void>;
}

export interface LeasedWork<R extends LeasedRecord, C extends Outcome, Status extends string> {
  /** Begins the messages of failures: "Processing" failed, "The comparison" was interrupted. */
  subject: string;
  store: LeasedStore<R, C, Status>;
  transitions: { start: StatusTransition<Status>; fail: StatusTransition<Status> };
  run: MessageRun;
}

/** Concurrent changes by callers that a run tolerates before it gives up. */
const ENDING_ATTEMPTS = 5;

/**
 * Ends a run in a final state. If a caller has changed the record, the write is retried on the current version. Returns
 * undefined if the record no longer exists.
 * @throws Conflict if another worker holds the record
 */
export const endLeased = async <R extends LeasedRecord, C extends Outcome, Status extends string>(
  store: LeasedStore<R, C, Status>,
  taken: R,
  owner: string,
  { transition, change }: Ending<R, C, Status>,
): Promise<R | undefined> => {
  let record = taken;
  for (let attempt = 1; ; attempt++) {
    const guard = { transition, leaseOwner: owner, ifVersion: record.record_version, now: new Date() };
    try {
      return await store.change(
        { ...change(record), lease: null },
        { ...guard, writeId: `${owner}:${transition.name}` },
      );
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      if (!(error instanceof Conflict) || attempt === ENDING_ATTEMPTS) throw error;
      const current = await store.read();
      if (!current) return undefined;
      if (current.lease?.owner !== owner) throw error;
      record = current;
    }
  }
};

/**
 * Hands the record over to other workers. Its attempts start again from zero, since this worker did not fail. The lease
 * is short until they have been sent the work, in case this worker dies before.
 */
const handOver = async <R extends LeasedRecord, C extends Outcome, Status extends string>(
  { store, transitions }: LeasedWork<R, C, Status>,
  holder: string,
  { owner, until, ask }: HandOver,
): Promise<undefined> => {
  const guard = { transition: transitions.start, leaseOwner: holder, writeId: `${holder}:hand-over`, now: new Date() };
  await store.change({ attempts: 0, lease: { owner, until: leaseEnd() } } as C, guard);
  await ask();
  await store.extendLease({ owner, until: until() });
  return undefined;
};

/** Takes the record; returns undefined if another worker holds it, it needs no work, or it no longer exists. */
const take = async <R extends LeasedRecord, C extends Outcome, Status extends string>(
  { store, transitions }: LeasedWork<R, C, Status>,
  owner: string,
): Promise<R | undefined> => {
  const now = new Date();
  const holder = (await store.read())?.lease?.owner;
  if (holder !== undefined && (await store.leaseExtension(holder)) > now.getTime()) return undefined;
  // If another worker takes it between that read and this write, its new lease fails the condition.
  const guard = { transition: transitions.start, leaseFreeAt: now.getTime(), addAttempt: true, writeId: owner, now };
  return unlessTaken(store.change({ lease: { owner, until: leaseEnd(now.getTime()) } } as C, guard));
};

/** Releases the lease if it is still held, so that the next delivery can take the record at once. */
const release = <R extends LeasedRecord, C extends Outcome, Status extends string>(
  { store, transitions }: LeasedWork<R, C, Status>,
  owner: string,
): Promise<unknown> => {
  const guard = { transition: transitions.start, leaseOwner: owner, writeId: `${owner}:release`, now: new Date() };
  return unlessTaken(store.change({ lease: null } as C, guard));
};

/** Returns what a failed run writes on the record; undefined if another delivery may succeed. */
export const failureOf = (error: unknown, subject: string, last: boolean, attempts: number): Outcome | undefined => {
  if (error instanceof FileError) return { error: error.message, error_detail: { code: error.code } };
  if (error instanceof NotFound) return { error: 'A stored file is missing', error_detail: { code: 'missing' } };
  return last ? { error: `${subject} failed`, error_detail: { code: 'internal', attempts } } : undefined;
};

/**
 * Does work on one record under a lease, so that one worker at a time does it. The lease is renewed while the work
 * runs; if the worker dies, the next delivery takes over. The record ends as `work` returns, or is handed over to other
 * workers. It fails if a file cannot be read, the last delivery fails, or its workers died too often. Otherwise it is
 * released for the next delivery.
 *
 * `work` gets an empty folder, and a signal that aborts at the time limit or when the lease is lost; it returns undefined
 * if the record has been deleted. Returns the final record; undefined if other workers hold it, it needs no work, or it no longer exists.
 * @throws the error of `work` if a retry may succeed
 */
export const leasedWork = async <R extends LeasedRecord, C extends Outcome, Status extends string>(
  options: LeasedWork<R, C, Status>,
  work: (record: R, folder: string, signal: AbortSignal) => Promise<Ending<R, C, Status> | HandOver | undefined>,
): Promise<R | undefined> => {
  const { subject, store, transitions, run } = options;
  const owner = `${run.delivery.messageId}:${run.delivery.attempt}:${run.requestId}`;
  const record = await take(options, owner);
  if (!record) return undefined;
  const fail = (outcome: Outcome) =>
    endLeased(store, record, owner, { transition: transitions.fail, change: () => outcome as C });
  const { attempts } = record;
  if (attempts > MAXIMUM_ATTEMPTS) {
    const error = `${subject} was interrupted ${MAXIMUM_ATTEMPTS} times`;
    return await fail({ error, error_detail: { code: 'interrupted', attempts } });
  }
  let lost: AbortSignal | undefined;
  let isExtended = false;
  try {
    const left = await holdingLease(
      (until) => {
        isExtended = true;
        return store.extendLease({ owner, until });
      },
      (losing) =>
        inTemporaryFolder(async (folder) => {
          lost = losing;
          const ending = await withSignal([losing, run.signal], async (signal) => {
            const done = await work(record, folder, signal);
            signal.throwIfAborted();
            return done;
          });
          if (!ending) return { ended: undefined };
          return 'ask' in ending ? ending : { ended: await endLeased(store, record, owner, ending) };
        }),
    );
    if ('ended' in left) return left.ended;
    // After the hand-over a renewal would fail and be mistaken for a lost lease.
    lost = undefined;
    return await handOver(options, owner, left);
  } catch (error) {
    if (lost?.aborted) return undefined;
    const failure = failureOf(error, subject, run.delivery.last, attempts);
    if (!failure) {
      await release(options, owner);
      throw error;
    }
    log('warn', 'work failed', { subject, owner, ...errorFields(error) });
    const ended = await fail(failure);
    if (!ended || error instanceof FileError || error instanceof NotFound) return ended;
    throw error;
  } finally {
    // If this fails, the extension expires.
    if (isExtended) await store.dropLease(owner).catch(() => {});
  }
};
