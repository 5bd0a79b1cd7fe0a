import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CAUGHT_UP_WITHIN_SECONDS,
  OVERLAP_SECONDS,
  SNAPSHOT_AFTER,
  WarmRegister,
} from '../../../shared/aws/register/warm-register.ts';
import type { Register } from '../../../shared/domain/register/register.ts';
import { CHANGES_KEPT_SECONDS } from '../../../shared/table/definition.ts';
import { MemorySnapshots, project, SimulatedTable } from './support/simulated-table.ts';

const DAY = 86_400_000;

const warm = (table: SimulatedTable, snapshots = new MemorySnapshots(), skew = 0, asked: number[] = []) =>
  new WarmRegister({
    table: table.asTable(),
    of: project,
    loadSnapshot: snapshots.load,
    askForSnapshot: async (since) => void asked.push(since),
    inTurn: (work) => work(),
    clock: () => table.time + skew,
  });

/** What the worker does. */
const renew = async (table: SimulatedTable, snapshots: MemorySnapshots, skew = 0) => {
  const register = warm(table, snapshots, skew);
  await register.read();
  snapshots.save(register.stored);
};

/** The version of each document in the register. */
const versionsOf = (register: Register): Record<string, number> => {
  const { rows } = register.rows({ sortBy: 'file_size', sortOrder: 'asc', skip: 0, limit: 1_000_000 });
  return Object.fromEntries(rows.map(({ id, key }) => [id, Number(key)] as const).sort());
};

/** The latest that a commit may follow its timestamp if two clocks differ by two seconds. */
const MAXIMUM_LAG = (OVERLAP_SECONDS - 4) * 1000;
const id = fc.integer({ min: 0, max: 9 }).map((number) => `d${number}`);
const commit = fc.record({ id, lag: fc.nat(MAXIMUM_LAG), gone: fc.integer({ max: 5 }).map((number) => number === 5) });
const event = fc.oneof(
  { weight: 5, arbitrary: fc.record({ commits: fc.array(commit, { maxLength: 3 }), pass: fc.nat(90_000) }) },
  { weight: 4, arbitrary: fc.constant('read' as const) },
  { weight: 1, arbitrary: fc.constant('restart' as const) },
  { weight: 2, arbitrary: fc.constant('renew' as const) },
  { weight: 1, arbitrary: fc.record({ place: fc.constantFrom(undefined, 'lost', 'damaged', 0, 1, 2) }) },
  { weight: 1, arbitrary: fc.record({ days: fc.integer({ min: 1, max: 40 }), early: fc.nat(DAY / 2) }) },
  { weight: 1, arbitrary: fc.record({ failing: fc.integer({ min: 1, max: 5 }) }) },
);

type Step = typeof event extends fc.Arbitrary<infer S> ? S : never;

interface Commit {
  id: string;
  lag: number;
  gone: boolean;
}

/**
 * Returns what plays the steps on a warm register of a simulated table, in which `meanwhile` is committed between the
 * requests of its reads.
 */
const simulation = (meanwhile: readonly (readonly Commit[])[], skew: number, pageSize: number) => {
  const table = new SimulatedTable(pageSize);
  const snapshots = new MemorySnapshots();
  let register = warm(table, snapshots, skew);
  const pending = [...meanwhile];
  let disturbed = false;
  const apply = ({ id, lag, gone }: Commit) => (gone ? table.remove(id, lag) : table.commit(id, lag));
  const others = () => {
    for (const each of pending.shift() ?? []) {
      apply(each);
      disturbed = true;
    }
    table.time += 5;
  };
  table.between = others;
  let former: Record<string, number> = {};
  const read = async () => {
    const committed = table.versions();
    disturbed = false;
    const seen = versionsOf(await register.read());
    // Concurrent commits may or may not be seen by the read.
    if (!disturbed) expect(seen).toEqual(committed);
    for (const [id, version] of Object.entries(former)) expect(seen[id] ?? version).toBeGreaterThanOrEqual(version);
    former = disturbed ? former : seen;
  };
  /** Reads, and fails at one of the requests. */
  const readFailing = async (failing: number) => {
    let left = failing;
    table.between = () => {
      if (--left === 0) throw new Error('no answer');
      others();
    };
    await register.read().catch(() => {});
    table.between = others;
  };
  const restart = () => {
    register = warm(table, snapshots, -skew);
  };
  return async (step: Step): Promise<void> => {
    if (step === 'restart') restart();
    else if (step === 'renew') await renew(table, snapshots, -skew);
    else if (step === 'read') await read();
    else if ('place' in step) snapshots.place = step.place as MemorySnapshots['place'];
    else if ('failing' in step) await readFailing(step.failing);
    else if ('days' in step) {
      table.time += step.days * DAY;
      table.expire(step.early);
    } else {
      for (const each of step.commits) apply(each);
      table.time += step.pass;
    }
  };
};

describe('a warm register', () => {
  test('has every version committed before the read, whatever the timestamps and faults, and never goes back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { maxLength: 40, size: 'max' }),
        fc.array(fc.array(commit, { maxLength: 2 }), { maxLength: 30, size: 'max' }),
        fc.integer({ min: -2000, max: 2000 }),
        fc.integer({ min: 1, max: 6 }),
        async (events, meanwhile, skew, pageSize) => {
          const play = simulation(meanwhile, skew, pageSize);
          for (const step of events) await play(step);
          await play('read');
        },
      ),
      { numRuns: 500 },
    );
  });

  test('requests one page if nothing changed, however much was changed before', async () => {
    const table = new SimulatedTable(10_000);
    const register = warm(table);
    for (let index = 0; index < 5_000; index++) table.commit(`d${index}`, 0);
    await register.read();
    table.countAnew();
    expect(versionsOf(await register.read())).toEqual(table.versions());
    expect(table.requests).toEqual({ entries: 0, changes: 1, batches: 0 });
  });

  test('applies a change once, although the next reads return it again', async () => {
    const table = new SimulatedTable(1000);
    const register = warm(table);
    await register.read();
    for (let index = 0; index < 30; index++) {
      table.commit('d1', 0);
      table.commit(`d${index}`, 0);
    }
    await register.read();
    expect(table.requests.batches).toBe(1);
    table.time += 1000;
    expect(versionsOf(await register.read())).toEqual(table.versions());
    expect(table.requests.batches).toBe(1);
  });

  test('two changes of a document in one millisecond are two changes', async () => {
    const table = new SimulatedTable(1000);
    const register = warm(table);
    await register.read();
    table.commit('d1', 0);
    await register.read();
    table.commit('d1', 0);
    expect(versionsOf(await register.read())).toEqual(table.versions());
  });

  test('reads all entries if most of them changed', async () => {
    const table = new SimulatedTable(1000);
    const register = warm(table);
    for (let index = 0; index < 400; index++) table.commit(`d${index}`, 0);
    await register.read();
    for (let index = 0; index < 300; index++) table.commit(`d${index}`, 0);
    table.countAnew();
    expect(versionsOf(await register.read())).toEqual(table.versions());
    expect(table.requests).toEqual({ entries: 1, changes: 2, batches: 0 });
    expect(versionsOf(await register.read())).toEqual(table.versions());
    expect(table.requests).toEqual({ entries: 1, changes: 3, batches: 0 });
  });

  test('a caller never shares a read that began before the call', async () => {
    const table = new SimulatedTable(10);
    const register = warm(table);
    await register.read();
    let write = true;
    const reads: Promise<Register>[] = [];
    table.between = () => {
      if (!write) return;
      write = false;
      // The page reflects this moment; this write comes after it.
      queueMicrotask(() => {
        table.commit('late', 0);
        reads.push(register.read(), register.read());
      });
    };
    table.countAnew();
    await register.read();
    const [one, two] = await Promise.all(reads);
    expect(versionsOf(one!)).toEqual({ late: 1 });
    expect(two).toBe(one);
    expect(table.requests.changes).toBe(2);
  });
});

describe('expired changes', () => {
  /** A register that was read, then a change that has expired, and time. */
  const left = async (days: number, keep: 'in memory' | 'as snapshot') => {
    const table = new SimulatedTable(100);
    const snapshots = new MemorySnapshots();
    for (let index = 0; index < 5; index++) table.commit(`d${index}`, 0);
    const register = warm(table, snapshots);
    await register.read();
    if (keep === 'as snapshot') await renew(table, snapshots);
    table.time += 60_000;
    table.commit('d1', 0);
    table.time += days * DAY;
    table.expire(0);
    table.countAnew();
    return { table, reader: keep === 'in memory' ? register : warm(table, snapshots) };
  };
  const kept = CHANGES_KEPT_SECONDS / 86_400;

  test.each(['in memory', 'as snapshot'] as const)('a register %s that is older is read again', async (keep) => {
    const { table, reader } = await left(kept + 1, keep);
    expect(versionsOf(await reader.read())).toEqual(table.versions());
    expect(table.requests).toEqual({ entries: 1, changes: 1, batches: 0 });
  });

  test.each(['in memory', 'as snapshot'] as const)('a register %s that is younger is updated', async (keep) => {
    const { table, reader } = await left(kept - 2, keep);
    expect(versionsOf(await reader.read())).toEqual(table.versions());
    expect(table.requests).toEqual({ entries: 0, changes: 1, batches: 1 });
  });

  test('may be deleted a day too early', async () => {
    const { table, reader } = await left(CAUGHT_UP_WITHIN_SECONDS / 86_400, 'as snapshot');
    table.expire(DAY);
    expect(versionsOf(await reader.read())).toEqual(table.versions());
  });
});

describe('snapshots', () => {
  const filled = (count: number, pageSize: number, apart = 10) => {
    const table = new SimulatedTable(pageSize);
    for (let index = 0; index < count; index++) {
      table.commit(`d${index}`, 0);
      table.time += apart;
    }
    table.time += 3_600_000;
    return table;
  };

  test('a cold start reads one and the changes since it, and no entry', async () => {
    const table = filled(3_000, 500);
    const snapshots = new MemorySnapshots();
    await renew(table, snapshots);
    table.time += 3_600_000;
    table.commit('d7', 0);
    table.countAnew();
    expect(versionsOf(await warm(table, snapshots).read())).toEqual(table.versions());
    expect(table.requests).toEqual({ entries: 0, changes: 1, batches: 1 });
  });

  test('changes contained in one are not read again, however recent', async () => {
    const table = filled(500, 500);
    const snapshots = new MemorySnapshots();
    await renew(table, snapshots);
    for (let index = 0; index < 90; index++) table.commit(`d${index}`, 0);
    await renew(table, snapshots);
    table.countAnew();
    expect(versionsOf(await warm(table, snapshots).read())).toEqual(table.versions());
    expect(table.requests).toEqual({ entries: 0, changes: 1, batches: 0 });
  });

  test('one is requested when many entries are read without one, before the last page', async () => {
    const asked: number[] = [];
    const table = filled(SNAPSHOT_AFTER + 1, 50);
    table.between = () => {
      if (table.requests.entries === 5) expect(asked).toEqual([]);
    };
    await warm(table, new MemorySnapshots(), 0, asked).read();
    expect(asked).toEqual([0]);
    const dying = filled(SNAPSHOT_AFTER * 3, 50);
    dying.between = () => {
      if (dying.requests.entries === 6) throw new Error('out of time');
    };
    await expect(warm(dying, new MemorySnapshots(), 0, asked).read()).rejects.toThrow('out of time');
    expect(asked).toEqual([0, 0]);
    await warm(filled(SNAPSHOT_AFTER, 50), new MemorySnapshots(), 0, asked).read();
    expect(asked).toHaveLength(2);
  });

  test('one is requested after as many changes, for all changes since the last one', async () => {
    const table = filled(SNAPSHOT_AFTER * 10, 5_000);
    const snapshots = new MemorySnapshots();
    await renew(table, snapshots);
    const { readAt } = (await snapshots.load())!;
    const asked: number[] = [];
    const register = warm(table, snapshots, 0, asked);
    const change = async (count: number) => {
      table.time += 100_000;
      for (let index = 0; index < count; index++) table.commit(`d${index}`, 0);
      await register.read();
    };
    await change(SNAPSHOT_AFTER / 2);
    await change(SNAPSHOT_AFTER / 2);
    expect(asked).toEqual([]);
    await change(1);
    expect(asked).toEqual([readAt]);
    const askedAt = table.time;
    await change(SNAPSHOT_AFTER);
    expect(asked).toHaveLength(1);
    await change(1);
    expect(asked).toEqual([readAt, askedAt]);
  });

  test('one is renewed long before the changes since it expire', async () => {
    const table = filled(SNAPSHOT_AFTER + 1, 500);
    const snapshots = new MemorySnapshots();
    await renew(table, snapshots);
    const { readAt } = (await snapshots.load())!;
    const asked: number[] = [];
    table.time += (CHANGES_KEPT_SECONDS * 1000) / 3 - 1000;
    await warm(table, snapshots, 0, asked).read();
    expect(asked).toEqual([]);
    table.time += 2000;
    await warm(table, snapshots, 0, asked).read();
    expect(asked).toEqual([readAt]);
  });

  test('one from the future is skipped, one with a clock slightly ahead is not', async () => {
    const table = filled(30, 10);
    const snapshots = new MemorySnapshots();
    await renew(table, snapshots, 3_600_000);
    table.commit('d3', 0);
    expect(versionsOf(await warm(table, snapshots).read())).toEqual(table.versions());
    await renew(table, snapshots, 9_000);
    table.commit('d4', OVERLAP_SECONDS * 1000 - 10_000);
    table.countAnew();
    expect(versionsOf(await warm(table, snapshots).read())).toEqual(table.versions());
    expect(table.requests.entries).toBe(0);
  });

  test.each([0, 1, 5_000, 120_000])('one that is %i ms older than changes hides none of them', async (age) => {
    const table = filled(30, 10);
    const snapshots = new MemorySnapshots();
    await renew(table, snapshots);
    table.time += age;
    for (const lag of [0, 20_000, 55_000]) table.commit(`d${lag % 7}`, lag);
    expect(versionsOf(await warm(table, snapshots).read())).toEqual(table.versions());
  });
});

test('registers are loaded in turn, cached ones without waiting', async () => {
  const table = new SimulatedTable(10);
  let turns = 0;
  const register = new WarmRegister({
    table: table.asTable(),
    of: project,
    loadSnapshot: async () => undefined,
    askForSnapshot: async () => {},
    inTurn: (work) => {
      turns++;
      return work();
    },
    clock: () => table.time,
  });
  await register.read();
  await register.read();
  expect(turns).toBe(1);
});
