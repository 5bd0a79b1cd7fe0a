import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  OVERLAP_SECONDS,
  PROGRESS_PAGES,
  SNAPSHOT_AFTER,
  WarmRegister,
} from '../../../shared/aws/register/warm-register.ts';
import type { Register } from '../../../shared/domain/register/register.ts';
import { MemorySnapshots, SimulatedTable } from './support/simulated-table.ts';

const warm = (table: SimulatedTable, snapshots = new MemorySnapshots(), skew = 0) =>
  new WarmRegister({
    table: table.asTable(),
    partition: 'p',
    snapshots,
    snapshotName: 'p.json.gz',
    clock: () => table.time + skew,
  });

/** The version of each document as the register has it. */
const versionsOf = (register: Register): Record<string, number> => {
  const { rows } = register.rows({ sortBy: 'file_size', sortOrder: 'asc', skip: 0, limit: 1_000_000 });
  return Object.fromEntries(rows.map(({ id, key }) => [id, Number(key)] as const).sort());
};

/** As late as a commit may follow its stamp where two clocks differ by two seconds. */
const MAXIMUM_LAG = (OVERLAP_SECONDS - 4) * 1000;
const commit = fc.record({ id: fc.integer({ min: 0, max: 9 }).map((id) => `d${id}`), lag: fc.nat(MAXIMUM_LAG) });
const event = fc.oneof(
  { weight: 5, arbitrary: fc.record({ commits: fc.array(commit, { maxLength: 3 }), pass: fc.nat(90_000) }) },
  { weight: 4, arbitrary: fc.constant('read' as const) },
  { weight: 1, arbitrary: fc.constant('restart' as const) },
);

describe('a warm register', () => {
  test('has every version committed before the read, whatever the stamps, and never goes back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { maxLength: 40, size: 'max' }),
        fc.array(fc.array(commit, { maxLength: 2 }), { maxLength: 30, size: 'max' }),
        fc.integer({ min: -2000, max: 2000 }),
        fc.integer({ min: 1, max: 6 }),
        async (events, meanwhile, skew, pageSize) => {
          const table = new SimulatedTable(pageSize);
          const snapshots = new MemorySnapshots();
          let register = warm(table, snapshots, skew);
          const pending = [...meanwhile];
          let disturbed = false;
          table.between = () => {
            for (const { id, lag } of pending.shift() ?? []) {
              table.commit(id, lag);
              disturbed = true;
            }
            table.time += 5;
          };
          let former: Record<string, number> = {};
          for (const step of [...events, 'read' as const]) {
            if (step === 'restart') {
              register = warm(table, snapshots, -skew);
            } else if (step === 'read') {
              const committed = table.versions();
              disturbed = false;
              const seen = versionsOf(await register.read());
              // While others commit during the read, it may see them or not.
              if (!disturbed) expect(seen).toEqual(committed);
              for (const [id, version] of Object.entries(former)) expect(seen[id]).toBeGreaterThanOrEqual(version);
              former = disturbed ? former : seen;
            } else {
              for (const { id, lag } of step.commits) table.commit(id, lag);
              table.time += step.pass;
            }
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('asks for one page where nothing changed, however much was changed before', async () => {
    const table = new SimulatedTable(1000);
    const register = warm(table);
    for (let index = 0; index < 5_000; index++) table.commit(`d${index}`, 0);
    await register.read();
    table.time += (OVERLAP_SECONDS + 1) * 1000;
    await register.read();
    table.queries = 0;
    expect(versionsOf(await register.read())).toEqual(table.versions());
    expect(table.queries).toBe(1);
  });

  test.each([
    ['cold', false],
    ['warm', true],
  ])('a %s read of several pages does not lose an entry that moves back behind them', async (_name, readBefore) => {
    const table = new SimulatedTable(2);
    const register = warm(table);
    if (readBefore) await register.read();
    for (const id of ['a', 'b', 'c', 'moving']) {
      table.time += 1_000;
      table.commit(id, 0);
    }
    table.queries = 0;
    // After the first page, and before the page that it stood on.
    table.between = () => {
      if (table.queries === 1) table.commit('moving', 3_500);
    };
    expect(versionsOf(await register.read())).toEqual({ a: 1, b: 1, c: 1, moving: 2 });
  });

  test('a caller never shares a read that began before it', async () => {
    const table = new SimulatedTable(10);
    const register = warm(table);
    await register.read();
    let write = true;
    const reads: Promise<Register>[] = [];
    table.between = () => {
      if (!write) return;
      write = false;
      // The page is answered as of now; this write comes after it.
      queueMicrotask(() => {
        table.commit('late', 0);
        reads.push(register.read(), register.read());
      });
    };
    await register.read();
    const [one, two] = await Promise.all(reads);
    expect(versionsOf(one!)).toEqual({ late: 1 });
    expect(two).toBe(one);
    expect(table.queries).toBe(3);
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

  test('one is written after a read of many changes, and not with each read', async () => {
    const table = filled(SNAPSHOT_AFTER + 1, 2_000);
    const snapshots = new MemorySnapshots();
    const register = warm(table, snapshots);
    await register.read();
    await register.read();
    expect(snapshots.stored).toHaveLength(1);
    const few = new MemorySnapshots();
    await warm(filled(SNAPSHOT_AFTER, 2_000), few).read();
    expect(few.stored).toHaveLength(0);
  });

  test('a read that dies on the way is continued from what it kept', async () => {
    const table = filled(PROGRESS_PAGES * 10 + 5, 10, 10_000);
    const snapshots = new MemorySnapshots();
    table.between = () => {
      if (table.queries === PROGRESS_PAGES) throw new Error('out of time');
    };
    await expect(warm(table, snapshots).read()).rejects.toThrow('out of time');
    table.between = () => {};
    table.commit('d3', 30_000);
    table.queries = 0;
    expect(versionsOf(await warm(table, snapshots).read())).toEqual(table.versions());
    // The first page, asked for beside the snapshot, and little more than the rest.
    expect(table.queries).toBeLessThan(PROGRESS_PAGES / 2);
  });

  test('one from the future is passed over', async () => {
    const table = filled(30, 10);
    const snapshots = new MemorySnapshots();
    const { columns } = await warm(table)
      .read()
      .then((register) => register as Register & { columns: never });
    await snapshots.save('p.json.gz', 'p', { readAt: table.time + 3_600_000, columns });
    table.time += 120_000;
    table.commit('d3', 0);
    table.time += 120_000;
    expect(versionsOf(await warm(table, snapshots).read())).toEqual(table.versions());
  });

  test.each([0, 1, 5_000, 120_000])('one that is %i ms older than changes hides none of them', async (age) => {
    const table = filled(30, 10);
    const snapshots = new MemorySnapshots();
    const { columns } = await warm(table)
      .read()
      .then((register) => register as Register & { columns: never });
    await snapshots.save('p.json.gz', 'p', { readAt: table.time, columns });
    table.time += age;
    for (const lag of [0, 20_000, 55_000]) table.commit(`d${lag % 7}`, lag);
    expect(versionsOf(await warm(table, snapshots).read())).toEqual(table.versions());
  });
});
