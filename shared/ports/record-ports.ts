import type { Deletion, Due } from '../domain/due.ts';
import type { CarriedBy, IdOf, ListOf, ReadKind, RecordOf, SearchKind, WriteKind } from '../table/kinds/index.ts';

/** A list of a kind. `parent` is the id that the list belongs to; absent if the list spans the organization. */
interface InList<L extends string> {
  list: L;
  parent?: string;
}

/** An entry of a list: the record's id, and the fields `C` that the list's entries carry. */
export type ListEntry<T, Id, C extends keyof T> = { id: Id } & Pick<T, C>;

/** Finds records of one kind by their texts, strongly consistent. */
export interface TextSearch {
  /**
   * Returns the ids of the records whose texts contain the words, which are in lower case.
   * @param parent the project, if the kind belongs to one
   */
  holding(organizationId: string, words: string, parent?: string): Promise<ReadonlySet<string>>;
}

/**
 * Reads records of one kind, strongly consistent. Lists are sorted newest first unless their kind declares otherwise.
 *
 * Totals are counted on each read, not stored: counting reads the entries of the whole list (about 6,000 in one
 * request, 150 read units), which costs writers nothing and cannot be wrong. A counter would serialise all creates and
 * deletes of a project. For lists that grow beyond some ten thousand records, offer the cursor.
 */
export interface RecordsRead<T, L extends string = never, Id = string, C extends keyof T = never> {
  get(organizationId: string, id: Id): Promise<T | undefined>;
  /** Returns any number of records in the order of the ids; absent ones are undefined. */
  getMany(organizationId: string, ids: readonly Id[]): Promise<(T | undefined)[]>;
  /** Returns the ids of a whole list. */
  ids(organizationId: string, place: InList<L>): Promise<Id[]>;
  /** Returns the entries of a whole list, with the fields that they carry. */
  entries(organizationId: string, place: InList<L>): Promise<ListEntry<T, Id, C>[]>;
  /**
   * Returns at most `limit` records of a list, and the cursor for the next ones; null at the end.
   * @throws Invalid for a cursor that no list has issued
   */
  list(
    organizationId: string,
    place: InList<L> & { cursor?: string | undefined; limit: number },
  ): Promise<{ records: T[]; cursor: string | null }>;
  /**
   * Returns at most `limit` records of a list, and the list's total.
   * @param place with `updatedFrom` (ISO 8601, inclusive) of the records changed since then, for which all are read
   */
  page(
    organizationId: string,
    place: InList<L> & { skip: number; limit: number; updatedFrom?: string | undefined },
  ): Promise<{ records: T[]; total: number }>;
}

/** Writes records of one kind. Each method returns the record after the write and may be repeated. */
export interface RecordsWrite<T, Id = string> {
  /** A repeated create returns the stored record. @throws Conflict if the id is taken */
  create(record: T): Promise<T>;
  /** Does not change fields that are `undefined`. @throws NotFound, or Conflict with the condition that failed */
  change(organizationId: string, id: Id, change: Partial<T>, guard: ChangeGuard<T>): Promise<T>;
  /**
   * Returns the record as it was when it was removed. Deleting a missing record changes nothing.
   * @throws Conflict if `ifVersion` is not the current version
   */
  delete(record: T, terms?: { ifVersion?: number | undefined }): Promise<T>;
}

/** The conditions of a change. Each one that is given becomes part of the write's condition. */
export interface WriteGuard {
  /** A transition of the record's status: the statuses from which it may start, and the resulting one. */
  transition?: { from: readonly string[]; to: string };
  /** The version in the ETag that the caller sent. */
  ifVersion?: number | undefined;
  /** The owner of the lease that this worker holds. */
  leaseOwner?: string;
  /** The lease must be absent or have ended at this time (epoch milliseconds). */
  leaseFreeAt?: number;
  isDeleted?: boolean;
}

/** The conditions of a write, the identifier by which a retry recognises its own success, and its time. */
export interface ChangeGuard<T = unknown> extends WriteGuard {
  writeId: string;
  now: Date;
  /** Increments the number of attempts. */
  addAttempt?: boolean;
  /** The record as the caller has just read it; without it, a change with an event reads the record first. */
  before?: T;
}

/** Records that wait for a worker or are being processed. */
export interface Busy<R> {
  /** Returns unfinished records whose `since` is earlier than `before`, oldest first, at most `limit` per shard. */
  list(before: string, limit: number): Promise<R[]>;
  /** Lists the record under another `since`, unless the record has changed in the meantime. */
  postpone(record: R, since: string): Promise<void>;
}

/** Since when the record has been waiting or being processed, ISO 8601. Postponing moves it. */
export type Since = { since: string };

/** Deletions that continue in the background. Each step may be repeated. */
export interface Deletions {
  /** Returns deletions that no worker holds at a time (epoch milliseconds), at most `limit` per shard. */
  pending(now: number, limit: number): Promise<Deletion[]>;
  /** Reserves the deletion for one worker; false if another one holds it or it is finished. */
  hold(deletion: Due, now: number, until: number): Promise<boolean>;
  release(deletion: Due): Promise<void>;
  /** Removes the deletion itself, once nothing is left to delete. */
  end(deletion: Due): Promise<void>;
}

/** The ports that follow from the declarations of the kinds. */
export type ReadPorts = { [N in ReadKind as `${N}.read`]: RecordsRead<RecordOf<N>, ListOf<N>, IdOf<N>, CarriedBy<N>> };

export type WritePorts = { [N in WriteKind as `${N}.write`]: RecordsWrite<RecordOf<N>, IdOf<N>> };

export type TextSearchPorts = { [N in SearchKind as `${N}.search`]: TextSearch };
