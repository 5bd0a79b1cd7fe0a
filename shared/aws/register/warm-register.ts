import { MemoryRegister } from '../../domain/register/memory-register.ts';
import type { Register } from '../../domain/register/register.ts';
import type { Table } from '../clients/table.ts';
import type { RegisterSnapshots } from './snapshots.ts';
import type { TailPage } from './tail.ts';
import { readTailPage } from './tail.ts';

/**
 * How far each read looks back behind the start of the former one. It has to exceed the longest time from stamping a
 * change to its commit (29 s that a request may run, or 20 s of the client's attempts in a worker) plus the
 * difference of any two clocks (10 s allowed).
 */
export const OVERLAP_SECONDS = 60;
/** Changes that make one refresh worth a snapshot: two requests' worth of entries. */
export const SNAPSHOT_AFTER = 4_000;
/** Milliseconds between two snapshots by one process, so that an import does not write one with each read. */
const SNAPSHOT_PAUSE = 300_000;
/** Pages after which a long read keeps what it has: one that runs out of time is then continued, not begun again. */
export const PROGRESS_PAGES = 32;
/** Reads in a row until a tail fits one page; only an import as fast as the reads ever needs the last one. */
const ROUNDS = 3;
const EVERYTHING = '0';

export interface RegisterSource {
  table: Table;
  partition: string;
  snapshots: RegisterSnapshots;
  snapshotName: string;
  /** Epoch milliseconds. */
  clock(): number;
}

/**
 * One project's register, kept in memory and caught up before each answer.
 *
 * Why it is exact: take a change stamped at `s` and committed at `c`, and a read that began at `t`. Strongly
 * consistent, that read sees every change with `c <= t`. The next one asks for all entries with a stamp from
 * `t - overlap` on. A change missed by both would have `c > t` and `s < t - overlap`, so `c - s > overlap`, which
 * `OVERLAP_SECONDS` rules out. Entries are taken over as they stand and never compared by stamp, so it does no harm
 * that a stamp goes back when two writers overtake each other, or that two changes share one; entries that are
 * known already differ in no column and cost no more than the comparison. A read of several pages is not one instant:
 * an entry that moves back behind the pages read so far is missed, and so such a read is followed by another from
 * its own start, until one page holds the tail.
 *
 * A snapshot carries the start of the read that completed it and is caught up in the same way: an old one only costs
 * a longer tail, a lost or damaged one a read of all entries. One of a read under way carries the stamp that the read
 * has reached instead, where that is earlier: what it lacks has later stamps, or was committed after the read began.
 */
export class WarmRegister {
  readonly #source: RegisterSource;
  #register: MemoryRegister | undefined;
  #readAt = 0;
  #savedAt = Number.NEGATIVE_INFINITY;
  #running: Promise<unknown> = Promise.resolve();
  #waiting: Promise<Register> | undefined;

  constructor(source: RegisterSource) {
    this.#source = source;
  }

  /** Estimated bytes in memory. */
  get bytes(): number {
    return this.#register?.columns.bytes ?? 0;
  }

  /**
   * The register with every change committed before this call. A read under way may have passed the caller's own
   * write already, so the callers that come meanwhile share the one that follows it.
   */
  read(): Promise<Register> {
    if (!this.#waiting) {
      this.#waiting = this.#running.then(() => {
        this.#waiting = undefined;
        return this.#refresh();
      });
      this.#running = this.#waiting.catch(() => undefined);
    }
    return this.#waiting;
  }

  async #refresh(): Promise<Register> {
    const register = this.#register;
    const changes = register ? await this.#catchUp(register) : await this.#start();
    if (changes > SNAPSHOT_AFTER) await this.#save();
    return this.#register as Register;
  }

  /** The first page of all entries is asked for beside the snapshot: it is the whole register of most projects. */
  async #start(): Promise<number> {
    const { partition, snapshots, snapshotName, clock } = this.#source;
    const startedAt = clock();
    const [first, stored] = await Promise.all([this.#page(EVERYTHING), snapshots.load(snapshotName, partition)]);
    const usable = first.next && stored && stored.readAt <= startedAt;
    const register = new MemoryRegister(usable ? stored.columns : undefined);
    let changes = 0;
    if (usable) {
      this.#readAt = stored.readAt;
      changes = await this.#catchUp(register);
    } else {
      changes = await this.#take(register, EVERYTHING, first, startedAt);
      this.#readAt = startedAt;
      if (first.next) changes += await this.#catchUp(register);
    }
    this.#register = register;
    return changes;
  }

  /** Answers how many entries differed from what was known. */
  async #catchUp(register: MemoryRegister): Promise<number> {
    let changes = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const startedAt = this.#source.clock();
      const since = new Date(this.#readAt - OVERLAP_SECONDS * 1000).toISOString();
      const first = await this.#page(since);
      changes += await this.#take(register, since, first, startedAt);
      this.#readAt = startedAt;
      if (!first.next) break;
    }
    return changes;
  }

  async #take(register: MemoryRegister, since: string, first: TailPage, startedAt: number): Promise<number> {
    const { partition, snapshots, snapshotName } = this.#source;
    let changes = 0;
    for (let [page, pages] = [first, 1]; ; pages++) {
      for (const line of page.lines) if (register.put(line)) changes++;
      if (!page.next) return changes;
      if (pages % PROGRESS_PAGES === 0) {
        const readAt = Math.min(startedAt, page.next.reached);
        await snapshots.save(snapshotName, partition, { readAt, columns: register.columns });
      }
      page = await this.#page(since, page.next.start);
    }
  }

  #page(since: string, start?: NonNullable<TailPage['next']>['start']): Promise<TailPage> {
    return readTailPage(this.#source.table, this.#source.partition, since, start);
  }

  async #save(): Promise<void> {
    const { clock, snapshots, snapshotName, partition } = this.#source;
    if (!this.#register || clock() - this.#savedAt < SNAPSHOT_PAUSE) return;
    this.#savedAt = clock();
    await snapshots.save(snapshotName, partition, { readAt: this.#readAt, columns: this.#register.columns });
  }
}
