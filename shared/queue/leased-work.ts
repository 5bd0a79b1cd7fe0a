import type { Lease } from '../domain/documents/document.ts';
import { Conflict, NotFound } from '../domain/errors.ts';
import { FileError } from '../domain/files/file-error.ts';
import type { StatusTransition } from '../domain/transition.ts';
import { errorFields, log } from '../log.ts';
import { holdingLease, leaseEnd, MAXIMUM_ATTEMPTS, unlessTaken } from './lease.ts';
import { inTemporaryFolder } from './temporary-folder.ts';
import type { MessageRun } from './worker.ts';

/** What every record says that one worker at a time works on. */
export interface LeasedRecord {
  attempts: number;
  lease: Lease | null;
  record_version: number;
}

/** What the end of a run writes on every such record. */
interface Outcome {
  attempts?: number;
  error?: string | null;
  error_detail?: Record<string, unknown> | null;
  lease?: Lease | null;
}

/** What a change of a leased record is held against. */
interface LeaseGuard<Status extends string> {
  transition: StatusTransition<Status>;
  leaseOwner?: string;
  leaseFreeAt?: number;
  ifVersion?: number;
  addAttempt?: boolean;
  writeId: string;
  now: Date;
}

/** The writes on the one record that a message names. */
export interface LeasedStore<R extends LeasedRecord, C extends Outcome, Status extends string> {
  read(): Promise<R | undefined>;
  /** One conditional write. @throws NotFound, or Conflict with the state that stood in the way */
  change(change: C, guard: LeaseGuard<Status>): Promise<R>;
  /** Moves the end of a lease; false where another worker has the record, or it is deleted. */
  extendLease(lease: Lease): Promise<boolean>;
  /** Until when (epoch milliseconds) that owner has extended its lease. */
  leaseExtension(owner: string): Promise<number>;
}

/** How a run ends: a move of the status, and what it writes, made from the record as it stands by then. */
export interface Ending<R, C, Status extends string> {
  transition: StatusTransition<Status>;
  change: (record: R) => C;
}

/** How a run leaves the rest of its work to others: they hold the lease together as `owner`. */
export interface HandOver {
  owner: string;
  /** Until when (epoch milliseconds) the record waits for them. */
  until: () => number;
  /** Asks them to go on; called when the lease is theirs. */
  ask: () => Promise<void>;
}

export interface LeasedWork<R extends LeasedRecord, C extends Outcome, Status extends string> {
  /** Begins the sentences of failures: "Processing" failed, "The comparison" was interrupted. */
  subject: string;
  store: LeasedStore<R, C, Status>;
  transitions: { start: StatusTransition<Status>; fail: StatusTransition<Status> };
  run: MessageRun;
}

/** Changes by callers that a run rides out before it gives way. */
const ENDING_ATTEMPTS = 5;

/**
 * Ends a run in a final state. What a caller changed meanwhile is read and built upon; a record that has gone has
 * nothing to end, and undefined answers.
 * @throws Conflict when another worker has the record
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
 * Leaves the record to others. Its attempts count afresh, since this worker came to its end. Should nobody have been
 * asked for want of this worker, the lease is short.
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

/** Takes the record; undefined when another worker has it, it needs no work, or it is gone. */
const take = async <R extends LeasedRecord, C extends Outcome, Status extends string>(
  { store, transitions }: LeasedWork<R, C, Status>,
  owner: string,
): Promise<R | undefined> => {
  const now = new Date();
  const holder = (await store.read())?.lease?.owner;
  if (holder !== undefined && (await store.leaseExtension(holder)) > now.getTime()) return undefined;
  // Should it be taken between that look and this write, the new lease is not free.
  const guard = { transition: transitions.start, leaseFreeAt: now.getTime(), addAttempt: true, writeId: owner, now };
  return unlessTaken(store.change({ lease: { owner, until: leaseEnd(now.getTime()) } } as C, guard));
};

/** Lets the next delivery take the record at once, where it is still held. */
const release = <R extends LeasedRecord, C extends Outcome, Status extends string>(
  { store, transitions }: LeasedWork<R, C, Status>,
  owner: string,
): Promise<unknown> => {
  const guard = { transition: transitions.start, leaseOwner: owner, writeId: `${owner}:release`, now: new Date() };
  return unlessTaken(store.change({ lease: null } as C, guard));
};

/** What a failed run says on the record; undefined where another delivery may do better. */
export const failureOf = (error: unknown, subject: string, last: boolean, attempts: number): Outcome | undefined => {
  if (error instanceof FileError) return { error: error.message, error_detail: { code: error.code } };
  if (error instanceof NotFound) return { error: 'A stored file is gone', error_detail: { code: 'missing' } };
  return last ? { error: `${subject} failed`, error_detail: { code: 'internal', attempts } } : undefined;
};

/**
 * Work that one worker at a time does on one record, under a lease that is renewed meanwhile and that the next
 * delivery takes over where a worker died. The record ends as `work` says, or is left to those whom it asks to go on;
 * failed, where a file cannot be read, the last delivery fails, or its workers ended too often; and is given back for
 * the next delivery otherwise.
 *
 * `work` gets an empty folder of its own, and a signal that aborts when the time is over or the lease is lost.
 * Answers the record as it ended; undefined when others have it, it needs no work, or it has gone.
 * @throws what `work` threw, where trying again may help
 */
export const leasedWork = async <R extends LeasedRecord, C extends Outcome, Status extends string>(
  options: LeasedWork<R, C, Status>,
  work: (record: R, folder: string, signal: AbortSignal) => Promise<Ending<R, C, Status> | HandOver>,
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
  try {
    const left = await holdingLease(
      (until) => store.extendLease({ owner, until }),
      (losing) =>
        inTemporaryFolder(async (folder) => {
          lost = losing;
          const signal = AbortSignal.any([losing, run.signal]);
          const ending = await work(record, folder, signal);
          signal.throwIfAborted();
          return 'ask' in ending ? ending : { ended: await endLeased(store, record, owner, ending) };
        }),
    );
    if ('ended' in left) return left.ended;
    // A renewal would take the others for somebody who took the record away.
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
  }
};
