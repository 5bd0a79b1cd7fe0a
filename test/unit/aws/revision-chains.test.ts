import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adapter as deleteAdapter } from '../../../shared/aws/adapters/documents.delete.ts';
import { adapter as readAdapter } from '../../../shared/aws/adapters/documents.read.ts';
import { adapter as writeAdapter } from '../../../shared/aws/adapters/documents.write.ts';
import { tableOf } from '../../../shared/aws/clients/table.ts';
import { getItem } from '../../../shared/aws/dynamodb/items.ts';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { latestOf } from '../../../shared/domain/documents/latest-revision.ts';
import { registerKey } from '../../../shared/table/keys.ts';
import { RegisterEntry } from '../../../shared/table/register-entry.ts';
import { recordOf } from '../../operations/support/register-world.ts';
import { hasTable, startTable } from '../http/support/table.ts';
import { holdWrites } from './held-writes.ts';

/** A step on a chain: on its n-th document, or a new revision, created that many minutes after the root. */
type Step = { kind: 'delete' | 'restore'; at: number } | { kind: 'revise'; minutes: number };

describe.skipIf(!hasTable())('a revision chain', () => {
  let stop: () => Promise<void>;
  let overtaken: ReturnType<typeof holdWrites>['overtaken'];
  let newChain: (length: number) => Promise<ReturnType<typeof chainOf>>;
  let chainOf: (root: string) => {
    ids: string[];
    step: (step: Step) => Promise<unknown>;
    /** The inconsistency found; undefined if there is none. */
    fault: () => Promise<string | undefined>;
  };

  beforeAll(async () => {
    const started = await startTable();
    stop = started.stop;
    const { environment } = started;
    const table = tableOf(environment);
    overtaken = holdWrites(table).overtaken;
    const [write, marks, read] = [writeAdapter(environment), deleteAdapter(environment), readAdapter(environment)];
    const start = Date.parse('2026-03-12T19:00:00Z');
    const terms = () => ({ writeId: randomUUID(), now: new Date() });

    const documentOf = (root: string, id: string, minutes: number): DocumentRecord =>
      recordOf(
        0,
        { document_id: id, revision_root: root, revision_of: id === root ? null : root, write_id: randomUUID() },
        new Date(start + minutes * 60_000),
      );
    chainOf = (root) => {
      const ids = [root];
      const standing = async (id: string) => (await read.get('o1', id)) as DocumentRecord;
      return {
        ids,
        step: async (step) => {
          if (step.kind === 'revise') {
            const id = `${root}.${randomUUID()}`;
            await write.create({ ...documentOf(root, id, step.minutes), creation_id: randomUUID() });
            return ids.push(id);
          }
          const record = await standing(ids[step.at % ids.length] as string);
          return marks[step.kind](record, terms());
        },
        fault: async () => {
          const records = await Promise.all(ids.map(standing));
          const entries = await Promise.all(
            ids.map((id) => getItem(table, RegisterEntry, registerKey('o1', 'p1', id))),
          );
          const said = JSON.stringify(records.map((r) => [r.created_at, r.is_deleted, r.is_latest]));
          const latest = records.filter(({ is_latest }) => is_latest).map(({ document_id }) => document_id);
          const due = latestOf(records)?.document_id;
          if (latest.length !== 1) return `${latest.length} latest: ${said}`;
          if (due !== undefined && latest[0] !== due) return `the wrong latest: ${said}`;
          const differs = records.some(
            (r, i) => r.is_latest !== entries[i]?.is_latest || r.is_deleted !== entries[i]?.is_deleted,
          );
          return differs ? `the register says otherwise: ${said}` : undefined;
        },
      };
    };
    newChain = async (length) => {
      const root = randomUUID();
      await write.create(documentOf(root, root, 0));
      const chain = chainOf(root);
      for (let i = 1; i < length; i++) await chain.step({ kind: 'revise', minutes: i });
      return chain;
    };
  });
  afterAll(() => stop?.());

  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ kind: fc.constantFrom('delete' as const, 'restore' as const), at: fc.nat(3) }),
    fc.record({ kind: fc.constant('revise' as const), minutes: fc.integer({ min: -1, max: 6 }) }),
  );

  const [remove, restore] = (['delete', 'restore'] as const).map(
    (kind) =>
      (at: number): Step => ({ kind, at }),
  ) as [(at: number) => Step, (at: number) => Step];
  const revise = (minutes: number): Step => ({ kind: 'revise', minutes });

  test.each<[string, number, Step[], Step, Step[]]>([
    ['a deletion by the restoration of an elder', 4, [remove(2)], remove(3), [restore(2)]],
    ['a restoration by the deletion of the latest', 3, [remove(1)], restore(1), [remove(2)]],
    ['a deletion of the only document by an elder revision', 1, [], remove(0), [revise(-1)]],
    ['an elder revision by the deletion of the only document', 1, [], revise(-1), [remove(0)]],
    ['a revision by the restoration of a younger one', 2, [revise(5), remove(2)], revise(3), [restore(2)]],
    ['a restoration of the only document by a revision that goes', 1, [remove(0)], restore(0), [revise(1), remove(1)]],
  ])('is re-evaluated after being overtaken: %s', async (_, length, before, late, early) => {
    const chain = await newChain(length);
    for (const each of before) await chain.step(each);
    await overtaken(
      () => chain.step(late),
      async () => {
        for (const each of early) await chain.step(each);
      },
    );
    expect(await chain.fault()).toBeUndefined();
  });

  test('a revision of deleted documents is the latest, even if it is the oldest', async () => {
    const chain = await newChain(2);
    for (const each of [remove(0), remove(1), revise(-1)]) await chain.step(each);
    expect(await chain.fault()).toBeUndefined();
  });

  test('has one latest revision, the youngest that is not deleted, in any interleaving', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(step, { maxLength: 2 }),
        step,
        fc.array(step, { minLength: 1, maxLength: 2 }),
        async (length, before, late, early) => {
          const chain = await newChain(length);
          for (const each of before) await chain.step(each);
          await overtaken(
            () => chain.step(late),
            async () => {
              for (const each of early) await chain.step(each);
            },
          );
          expect(await chain.fault()).toBeUndefined();
        },
      ),
      { numRuns: 12 },
    );
  });

  test('has one latest revision after many concurrent changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
        const chain = await newChain(3);
        await Promise.all(steps.map((each) => chain.step(each)));
        expect(await chain.fault()).toBeUndefined();
      }),
      { numRuns: 4 },
    );
  });

  test('creating a revision again is a conflict, and repeating its own create returns it', async () => {
    const chain = await newChain(1);
    const write = writeAdapter({ TABLE_NAME: 'records' } as never);
    const [root] = chain.ids as [string];
    const id = randomUUID();
    const revision = recordOf(0, { document_id: id, revision_root: root, revision_of: root });
    const own = { ...revision, creation_id: 'own', write_id: 'own' };
    expect(await write.create(own)).toMatchObject({ is_latest: true });
    expect(await write.create(own)).toMatchObject({ document_id: id });
    const other = { ...revision, creation_id: 'other', write_id: 'other', created_at: '2030-01-01T00:00:00.000Z' };
    await expect(write.create(other)).rejects.toThrow('already exists');
    chain.ids.push(id);
    expect(await chain.fault()).toBeUndefined();
  });

  test('a deletion returns its result, also when repeated', async () => {
    const root = randomUUID();
    const environment = { TABLE_NAME: 'records' } as never;
    const [write, marks, read] = [writeAdapter(environment), deleteAdapter(environment), readAdapter(environment)];
    const record = await write.create(recordOf(0, { document_id: root, revision_root: root, creation_id: root }));
    const terms = { writeId: randomUUID(), now: new Date(), ifVersion: 1 };
    const deleted = await marks.delete(record, terms);
    expect(deleted).toEqual(await read.get('o1', root));
    expect(deleted).toMatchObject({ is_deleted: true, record_version: 2 });
    expect(await marks.delete(record, terms)).toEqual(deleted);
    await expect(marks.restore(record, { ...terms, writeId: randomUUID() })).rejects.toThrow('version is "2"');
  });
});
