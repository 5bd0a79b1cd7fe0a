import { MemoryRegister } from '../../domain/register/memory-register.ts';
import type { Register } from '../../domain/register/register.ts';
import type { StoredRegister } from '../../domain/register/snapshot.ts';
import { CHANGES_KEPT_SECONDS } from '../../table/definition.ts';
import { changedDocument, projectPartition } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import type { RegisterOf } from './read-changes.ts';
import { readChanges, readLines } from './read-changes.ts';
import { readEntries } from './read-entries.ts';

/**
 * How far each read looks back behind the start of the former one. It has to exceed the longest time from stamping a
 * change to its commit (15 s in which attempts begin, and 20 s that the last one may take) plus the difference of any
 * two clocks (`MAXIMUM_SKEW_SECONDS`).
 */
export const OVERLAP_SECONDS = 120;
const MAXIMUM_SKEW_SECONDS = 60;
/** Of a register read longer ago, changes may have expired: a day's margin for clocks and an expiry that comes early. */
export const CAUGHT_UP_WITHIN_SECONDS = CHANGES_KEPT_SECONDS - 86_400;
/** Changes, or entries read without a snapshot, that make one worth its while. */
export const SNAPSHOT_AFTER = 200;
/** Renews the snapshot of a project that is read but does not change, long before the changes since it expire. */
const SNAPSHOT_AGE_SECONDS = CHANGES_KEPT_SECONDS / 3;
/** Changed documents up to which reading each by its key is not compared with reading all entries. */
const FEW_CHANGED = 100;
/** An entry read by its key costs a read unit; read in a page with others, a fifth. */
const READ_ALL_SHARE = 1 / 5;

export interface RegisterSource {
  table: Table;
  of: RegisterOf;
  loadSnapshot(): Promise<StoredRegister | undefined>;
  /** Has a snapshot written, at most one for all changes since that time (epoch milliseconds). */
  askForSnapshot(since: number): Promise<void>;
  /** Runs a cold start when its turn comes, so that not too many are loaded at once. */
  inTurn<V>(work: () => Promise<V>): Promise<V>;
  /** Epoch milliseconds. */
  clock(): number;
}

interface Held {
  register: MemoryRegister;
  readAt: number;
  /** Sort keys of changes stamped within the overlap, whose documents were read after them. */
  seen: ReadonlySet<string>;
}

/** Characters of a change's sort key and what a set takes for it. */
const BYTES_PER_SEEN = 150;

/**
 * One project's register, kept in memory and caught up before each answer.
 *
 * Why it is exact: take a change stamped at `s` and committed at `c`, and a read that began at `t`. Strongly
 * consistent, that read sees every change item with `c <= t`, and then reads the changed entries as they stand. The
 * next one asks for all changes with a stamp from `t - overlap` on. A change missed by both would have `c > t` and
 * `s < t - overlap`, so `c - s > overlap`, which `OVERLAP_SECONDS` rules out. Entries are never compared by stamp, so it
 * does no harm that writers overtake each other. A change item is written once and never moves: pages cannot miss one,
 * and one that was seen before need not be followed again. A read of all entries begun at `t` has each as it was at `t`
 * or later, and is caught up from `t` in the same way.
 *
 * Change items expire. A register read longer ago than they are surely kept is not caught up but read anew, and so is
 * one of which so much changed that this is cheaper. Expiry that comes late only leaves items that nobody asks for.
 *
 * A snapshot carries the start of the read that completed it and is caught up like a register in memory: an old one
 * only costs a longer tail, a lost or damaged one a read of all entries. The worker may have written it by a clock that
 * is ahead of this one, as far as the overlap allows for.
 *
 * A sequence number would do without clocks, but every change of a project would have to raise the same item: its
 * transactions would refuse each other, and each would cost two write units more.
 */
export class WarmRegister {
  readonly #source: RegisterSource;
  #held: Held | undefined;
  /** Since when changes are counted that no snapshot is known to hold. */
  #countedFrom = 0;
  #changes = 0;
  #running: Promise<unknown> = Promise.resolve();
  #waiting: Promise<Register> | undefined;

  constructor(source: RegisterSource) {
    this.#source = source;
  }

  /** Estimated bytes in memory. */
  get bytes(): number {
    return this.#held ? this.#held.register.bytes + this.#held.seen.size * BYTES_PER_SEEN : 0;
  }

  /** What a snapshot stores; undefined before the first read. */
  get stored(): StoredRegister | undefined {
    return this.#held && { readAt: this.#held.readAt, seen: this.#held.seen, columns: this.#held.register.columns };
  }

  /**
   * The register with every change committed before this call. A read under way may have passed the caller's own
   * write already, so the callers that come meanwhile share the one that follows it.
   */
  read(): Promise<Register> {
    if (!this.#waiting) {
      this.#waiting = this.#running.then(() => {
        this.#waiting = undefined;
        return this.#held ? this.#refresh() : this.#source.inTurn(() => this.#refresh());
      });
      this.#running = this.#waiting.catch(() => undefined);
    }
    return this.#waiting;
  }

  async #refresh(): Promise<Register> {
    const former = this.#held ?? (await this.#load());
    const held = (former && (await this.#caughtUp(former))) ?? (await this.#readAnew());
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

  /** Undefined where it cannot be caught up, or only at a higher price than reading all entries. */
  async #caughtUp({ register, readAt: formerly, seen }: Held): Promise<Held | undefined> {
    const { table, of, clock } = this.#source;
    const readAt = clock();
    if (readAt - formerly > CAUGHT_UP_WITHIN_SECONDS * 1000) return undefined;
    const overlap = OVERLAP_SECONDS * 1000;
    const met = new Set<string>();
    const changed = new Set<string>();
    let changes = 0;
    for await (const sorts of readChanges(table, of, formerly - overlap)) {
      for (const sort of sorts) {
        met.add(sort);
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
    for (const sort of met) if (sort < again) met.delete(sort);
    return { register, readAt, seen: met };
  }

  /**
   * From the entries, after the changes that the next read meets again. A snapshot is asked for on the way: where the
   * entries are too many for one reader, the worker has time.
   */
  async #readAnew(): Promise<Held> {
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
