import type { Deletion, Due } from '../domain/due.ts';
import type { CarriedBy, IdOf, ListOf, ReadKind, RecordOf, WriteKind } from '../table/kinds/index.ts';

/** A place in a kind's list. `parent` is the id below which the list stands; none where it spans the organization. */
interface InList<L extends string> {
  list: L;
  parent?: string;
}

/** What a list says of a record: its id, and the fields `C` that the list's entries carry. */
export type ListEntry<T, Id, C extends keyof T> = { id: Id } & Pick<T, C>;

/** Finding records of one kind by their texts, strongly consistent. */
export interface TextSearch {
  /**
   * The ids of the records whose texts hold the words, which are in lower case. @param parent the project, where the
   * kind belongs to one
   */
  holding(organizationId: string, words: string, parent?: string): Promise<ReadonlySet<string>>;
}

/**
 * Reading records of one kind, strongly consistent. Lists stand newest first unless their kind says otherwise.
 *
 * Totals are counted, not kept: a list is read whole as far as its entries go (about 6,000 in one request, 150 read
 * units), which costs no writer anything and cannot be wrong. A counter would make each create and delete of a project
 * wait for the others. For lists that grow beyond some ten thousand records, offer the cursor.
 */
export interface RecordsRead<T, L extends string = never, Id = string, C extends keyof T = never> {
  get(organizationId: string, id: Id): Promise<T | undefined>;
  /** Any number of records in the order asked; absent ones are undefined. */
  getMany(organizationId: string, ids: readonly Id[]): Promise<(T | undefined)[]>;
  /** The ids of a whole list. */
  ids(organizationId: string, place: InList<L>): Promise<Id[]>;
  /** The entries of a whole list, with the fields that they carry. */
  entries(organizationId: string, place: InList<L>): Promise<ListEntry<T, Id, C>[]>;
  /**
   * Some records of a list, and the cursor by which the next ones follow; null at the end.
   * @throws Invalid for a cursor that no list has answered
   */
  list(
    organizationId: string,
    place: InList<L> & { cursor?: string | undefined; limit: number },
  ): Promise<{ records: T[]; cursor: string | null }>;
  /** Some records of a list, and how many it has in all. */
  page(
    organizationId: string,
    place: InList<L> & { skip: number; limit: number },
  ): Promise<{ records: T[]; total: number }>;
}

/** Writing records of one kind. Each write answers the record as it left it, and may run twice. */
export interface RecordsWrite<T, Id = string> {
  /** The same create again answers the stored record. @throws Conflict when the id is taken */
  create(record: T): Promise<T>;
  /** Leaves `undefined` fields alone. @throws NotFound, or Conflict with what stood in the way */
  change(organizationId: string, id: Id, change: Partial<T>, guard: ChangeGuard): Promise<T>;
  /**
   * Answers the record as it stood when it was removed; one that is gone is left so.
   * @throws Conflict when `ifVersion` is not the current version
   */
  delete(record: T, terms?: { ifVersion?: number | undefined }): Promise<T>;
}

/** What a change is held against; each part that is given becomes part of the write's condition. */
export interface WriteGuard {
  /** A move of the record's status: the states it may start from, and where it leads. */
  transition?: { from: readonly string[]; to: string };
  /** The ETag's version that the caller saw. */
  ifVersion?: number | undefined;
  /** The lease this worker holds. */
  leaseOwner?: string;
  /** The lease must be absent or have ended at this time (epoch milliseconds). */
  leaseFreeAt?: number;
  isDeleted?: boolean;
}

/** A write's guard, its identifier, by which it recognises itself, and its time. */
export interface ChangeGuard extends WriteGuard {
  writeId: string;
  now: Date;
  /** Counts a worker's run. */
  addAttempt?: boolean;
}

/** Records that a worker has or awaits. */
export interface Busy<R> {
  /** Those that no worker has finished and whose `since` is before `before`, oldest first, at most `limit` a shard. */
  list(before: string, limit: number): Promise<R[]>;
  /** Lists the record by another `since`, unless something has happened to it in the meantime. */
  postpone(record: R, since: string): Promise<void>;
}

/** Since when it waits or is in work, ISO 8601; postponing moves it. */
export type Since = { since: string };

/** Deletions that go on in the background. Each step may run twice. */
export interface Deletions {
  /** Deletions that no worker holds at a time (epoch milliseconds), at most `limit` a shard. */
  pending(now: number, limit: number): Promise<Deletion[]>;
  /** Holds the deletion for one worker; false where another one holds it, or it is done. */
  hold(deletion: Due, now: number, until: number): Promise<boolean>;
  release(deletion: Due): Promise<void>;
  /** Removes the deletion itself, when nothing is left. */
  end(deletion: Due): Promise<void>;
}

/** The ports that kinds of records declare. */
export type ReadPorts = { [N in ReadKind as `${N}.read`]: RecordsRead<RecordOf<N>, ListOf<N>, IdOf<N>, CarriedBy<N>> };

export type WritePorts = { [N in WriteKind as `${N}.write`]: RecordsWrite<RecordOf<N>, IdOf<N>> };
