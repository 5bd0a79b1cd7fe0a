import { MemoryRegister } from '../../domain/register/memory-register.ts';
import type { Register } from '../../domain/register/register.ts';
import type { StoredRegister } from '../../domain/register/snapshot.ts';
import { shareNext } from '../../share-next.ts';
import { CHANGES_KEPT_SECONDS } from '../../table/definition.ts';
import { changedDocument, projectPartition } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import type { RegisterOf } from './read-changes.ts';
import { readChanges, readLines } from './read-changes.ts';
import { readEntries } from './read-entries.ts';

/**
 * How far each read looks back before the start of the previous one. It must exceed the longest time from stamping a
 * change to its commit (15 s in which attempts start, and 20 s for the last attempt) plus the difference between any
 * two clocks (`MAXIMUM_SKEW_SECONDS`).
 */
export const OVERLAP_SECONDS = 120;
const MAXIMUM_SKEW_SECONDS = 60;
/**
 * For a register read longer ago, changes may have expired. Leaves a day's margin for clock differences and early
 * expiry.
 */
export const CAUGHT_UP_WITHIN_SECONDS = CHANGES_KEPT_SECONDS - 86_400;
/** The number of changes, or of entries read without a snapshot, that justifies a new one. */
export const SNAPSHOT_AFTER = 200;
/** Renews the snapshot of a project that is read but not changed, long before the changes since then expire. */
const SNAPSHOT_AGE_SECONDS = CHANGES_KEPT_SECONDS / 3;
/**
 * Up to this number of changed documents, each is read by its key without comparing the cost of reading all entries.
 */
const FEW_CHANGED = 100;
/** The cost of an entry read in a page, relative to one read by its key, which costs a read unit. */
const READ_ALL_SHARE = 1 / 5;

export interface RegisterSource {
  table: Table;
  of: RegisterOf;
  loadSnapshot(): Promise<StoredRegister | undefined>;
  /** Requests a snapshot, at most one for all changes since that time (epoch milliseconds). */
  askForSnapshot(since: number): Promise<void>;
  /** Queues a cold start, so that not too many registers are loaded at once. */
  inTurn<V>(work: () => Promise<V>): Promise<V>;
  /** Returns the time in epoch milliseconds. */
  clock(): number;
}

interface Held {
  register: MemoryRegister;
  readAt: number;
  /** Sort keys of changes stamped within the overlap whose documents have been read since. */
  seen: ReadonlySet<string>;
}

/** Bytes of a change's sort key and of its entry in a set. */
const BYTES_PER_SEEN = 150;

/**
 * One project's register, kept in memory and updated before each response.
 *
 * Why it is exact: consider a change stamped at `s` and committed at `c`, and a read that started at `t`. Being
 * strongly consistent, the read sees every change item with `c <= t`, and then reads the current state of the changed
 * entries. The next read queries all changes stamped at `t - overlap` or later. A change missed by both would have `c >
 * t` and `s < t - overlap`, so `c - s > overlap`, which `OVERLAP_SECONDS` rules out. Entries are never compared by
 * stamp, so it does not matter if writers overtake each other. A change item is written once and never moves: pages
 * cannot miss one, and one seen before need not be followed again. A read of all entries that started at `t` has each
 * as of `t` or later, and is updated from `t` in the same way.
 *
 * Change items expire. A register that was read longer ago than they are certain to be kept is not updated but read
 * from all entries, and so is one with so many changes that this costs less. Items that expire late are never queried.
 *
 * A snapshot carries the start of the read that completed it, and is updated like a register in memory: an old one
 * takes longer to update, and a missing or damaged one is replaced by a read of all entries. The worker's clock may be
 * ahead of this one, within the margin of the overlap.
 *
 * A sequence number would need no clocks, but every change of a project would have to increment the same item: its
 * transactions would conflict with each other, and each would cost two more write units.
 */
export class WarmRegister {
  readonly #source: RegisterSource;
  #held: Held | undefined;
  /** The time from which changes are counted that no known snapshot contains. */
  #countedFrom = 0;
  #changes = 0;

  constructor(source: RegisterSource) {
    this.#source = source;
  }

  /** Estimated bytes in memory. */
  get bytes(): number {
    return this.#held ? this.#held.register.bytes + this.#held.seen.size * BYTES_PER_SEEN : 0;
  }

  /** The content of a snapshot; undefined before the first read. */
  get stored(): StoredRegister | undefined {
    return this.#held && { readAt: this.#held.readAt, seen: this.#held.seen, columns: this.#held.register.columns };
  }

  /**
   * Returns the register with every change committed before this call. A read in progress may have started before the
   * caller's own write, so callers that arrive during it share the next one.
   */
  readonly read: () => Promise<Register> = shareNext(() =>
    this.#held ? this.#refresh() : this.#source.inTurn(() => this.#refresh()),
  );

  async #refresh(): Promise<Register> {
    const former = this.#held ?? (await this.#load());
    const held = (former && (await this.#caughtUp(former))) ?? (await this.#readAll());
    this.#held = held;
    const isOld = held.readAt - this.#countedFrom > SNAPSHOT_AGE_SECONDS * 1000;
    if (this.#changes > SNAPSHOT_AFTER || isOld) await this.#ask(held.readAt);
    return held.register;
  }

  async #load(): Promise<Held | undefined> {
    const stored = await this.#source.loadSnapshot();
    if (!stored || stored.readAt > this.#source.clock() + MAXIMUM_SKEW_SECONDS * 1000) return undefined;
    this.#countedFrom = stored.readAt;
    return { register: new MemoryRegister(stored.columns), readAt: stored.readAt, seen: new Set(stored.seen) };
  }

  /** Returns undefined if the register cannot be updated, or if reading all entries costs less. */
  async #caughtUp({ register, readAt: previouslyReadAt, seen }: Held): Promise<Held | undefined> {
    const { table, of, clock } = this.#source;
    const readAt = clock();
    if (readAt - previouslyReadAt > CAUGHT_UP_WITHIN_SECONDS * 1000) return undefined;
    const overlap = OVERLAP_SECONDS * 1000;
    const stamps = new Set<string>();
    const changed = new Set<string>();
    let changes = 0;
    for await (const sorts of readChanges(table, of, previouslyReadAt - overlap)) {
      for (const sort of sorts) {
        stamps.add(sort);
        if (seen.has(sort)) continue;
        changed.add(changedDocument(sort));
        changes++;
      }
      if (changed.size > Math.max(FEW_CHANGED, register.columns.size * READ_ALL_SHARE)) return undefined;
    }
    for await (const [id, line] of readLines(table, of, [...changed])) {
      if (line) register.put(line);
      else register.remove(id);
    }
    this.#changes += changes;
    const again = new Date(readAt - overlap).toISOString();
    for (const sort of stamps) if (sort < again) stamps.delete(sort);
    return { register, readAt, seen: stamps };
  }

  /**
   * Reads all entries, after the changes that the next read sees again. Requests a snapshot during the read, so that
   * the worker can start if one reader cannot read all entries in time.
   */
  async #readAll(): Promise<Held> {
    const { table, of, clock } = this.#source;
    const readAt = clock();
    const seen = new Set<string>();
    for await (const sorts of readChanges(table, of, readAt - OVERLAP_SECONDS * 1000)) {
      for (const sort of sorts) seen.add(sort);
    }
    const register = new MemoryRegister();
    let hasAsked = false;
    for await (const lines of readEntries(table, projectPartition(of.organizationId, of.projectId))) {
      for (const line of lines) register.put(line);
      if (hasAsked || register.columns.size <= SNAPSHOT_AFTER) continue;
      hasAsked = true;
      await this.#ask(readAt);
    }
    this.#countedFrom = readAt;
    this.#changes = 0;
    return { register, readAt, seen };
  }

  async #ask(readAt: number): Promise<void> {
    await this.#source.askForSnapshot(this.#countedFrom);
    this.#countedFrom = readAt;
    this.#changes = 0;
  }
}
