import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adapter as writeAdapter } from '../../shared/aws/adapters/documents.write.ts';
import { adapter as readAdapter } from '../../shared/aws/adapters/register.read.ts';
import { adapter as snapshotAdapter } from '../../shared/aws/adapters/register.snapshot.ts';
import { queueAdapter } from '../../shared/aws/clients/queue.ts';
import { transact } from '../../shared/aws/dynamodb/transaction.ts';
import { askForSnapshot } from '../../shared/aws/register/ask-for-snapshot.ts';
import { changeItems } from '../../shared/aws/register/change-item.ts';
import { SNAPSHOT_AFTER } from '../../shared/aws/register/warm-register.ts';
import type { DocumentRecord } from '../../shared/domain/documents/document.ts';
import type { RegisterQuery } from '../../shared/domain/register/register.ts';
import type { SentMessage } from '../../shared/queue/messages.ts';
import { CHANGES_KEPT_SECONDS, EXPIRES } from '../../shared/table/definition.ts';
import { changedDocument, changePartition, registerKey, snapshotRequestKey } from '../../shared/table/keys.ts';
import { itemsOf, recordOf, startWorld, type World } from './support/register-world.ts';

const all: RegisterQuery = { sortBy: 'created_at', sortOrder: 'desc', skip: 0, limit: 1_000_000, isDeleted: false };

/** Entries enough for a snapshot, changed long ago: what is read again shows what it saves. */
const large = Array.from({ length: SNAPSHOT_AFTER + 500 }, (_, index) => recordOf(index, { project_id: 'large' }));

let world: World;
const requests: string[] = [];

beforeAll(async () => {
  world = await startWorld(large.flatMap((record) => itemsOf(record)));
  world.table.client.middlewareStack.add(
    (next, context) => (args) => {
      const { ExpressionAttributeValues: values } = args.input as {
        ExpressionAttributeValues?: Record<string, unknown>;
      };
      const query = values && ':since' in values ? 'changes' : 'entries';
      requests.push(context.commandName === 'QueryCommand' ? query : String(context.commandName));
      return next(args);
    },
    { step: 'initialize' },
  );
});
afterAll(() => world.stop());

const store = async (record: DocumentRecord, changed = new Date()) => {
  await world.put(itemsOf(record, { changed }));
};
/** What was asked of the table meanwhile: queries of changes, queries of entries, and all together. */
const counted = async <V>(work: () => Promise<V>) => {
  const before = requests.length;
  const value = await work();
  const made = requests.slice(before);
  const of = (kind: string) => made.filter((request) => request === kind).length;
  return { value, queries: of('changes'), entries: of('entries'), requests: made.length };
};
const pageOf = async (port: ReturnType<typeof readAdapter>, project: string, query = all) =>
  (await port.read('o1', project)).page(query);

/** A register in another process. */
const otherProcess = async () => {
  const child: ChildProcess = fork(fileURLToPath(new URL('./support/register-reader.ts', import.meta.url)), {
    env: process.env,
    execArgv: ['--experimental-strip-types', '--no-warnings'],
  });
  await once(child, 'message');
  const waiting = new Map<number, (page: { ids: string[]; total: number }) => void>();
  let number = 0;
  child.on('message', (message: { number: number; page: { ids: string[]; total: number } }) =>
    waiting.get(message.number)?.(message.page),
  );
  const page = (project: string, query = all) =>
    new Promise<{ ids: string[]; total: number }>((resolve) => {
      waiting.set(++number, resolve);
      child.send({ number, project, query });
    });
  return { page, stop: () => child.disconnect() };
};

describe('under concurrent writes', () => {
  test('every process returns each write in its next response, with exact totals', async () => {
    const write = writeAdapter(world.environment);
    const here = [readAdapter(world.environment), readAdapter(world.environment)];
    const elsewhere = await otherProcess();
    const readers = [
      (query: RegisterQuery) => pageOf(here[0]!, 'busy', query),
      (query: RegisterQuery) => pageOf(here[1]!, 'busy', query),
      (query: RegisterQuery) => elsewhere.page('busy', query),
    ];
    const counts = { startedCreates: 0, creates: 0, startedDeletes: 0, deletes: 0 };

    const writer = async (name: number) => {
      for (let step = 0; step < 15; step++) {
        const index = name * 100 + step;
        const id = `doc-${index}`;
        // A text is found by the beginnings of its words: no name here begins another.
        const word = `n${String(index).padStart(5, '0')}`;
        const ask = readers[index % readers.length]!;
        counts.startedCreates++;
        await write.create(recordOf(index, { project_id: 'busy', title: `Fresh ${word}!` }));
        counts.creates++;
        expect((await ask({ ...all, text: `fresh ${word}!` })).ids).toEqual([id]);
        const change = { title: `Renamed ${word}!` };
        // The same millisecond as another change of it is possible, and must not hide this one.
        await write.change('o1', 'busy', id, change, { writeId: `c-${index}`, now: new Date() });
        expect((await ask({ ...all, text: `renamed ${word}!` })).ids).toEqual([id]);
        expect((await ask({ ...all, text: `fresh ${word}!` })).total).toBe(0);
        if (step % 3 !== 0) continue;
        counts.startedDeletes++;
        const deleted = { is_deleted: true, deleted_at: new Date().toISOString() };
        await write.change('o1', 'busy', id, deleted, { writeId: `d-${index}`, now: new Date() });
        counts.deletes++;
        expect((await ask({ ...all, isDeleted: true, text: `${word}!` })).ids).toEqual([id]);
      }
    };
    let writing = true;
    const watcher = async (ask: (query: RegisterQuery) => Promise<{ ids: string[]; total: number }>) => {
      let answers = 0;
      while (writing) {
        const before = { ...counts };
        const { ids, total } = await ask(all);
        expect(total).toBe(new Set(ids).size);
        expect(total).toBeGreaterThanOrEqual(before.creates - counts.startedDeletes);
        expect(total).toBeLessThanOrEqual(counts.startedCreates - before.deletes);
        answers++;
      }
      return answers;
    };
    const watching = Promise.all(readers.map(watcher));
    await Promise.all([0, 1, 2, 3].map(writer)).finally(() => {
      writing = false;
    });
    for (const answers of await watching) expect(answers).toBeGreaterThan(1);
    for (const ask of readers) {
      expect((await ask(all)).total).toBe(40);
      expect((await ask({ ...all, isDeleted: true })).total).toBe(20);
    }
    elsewhere.stop();
  });

  test('concurrent callers share a read that begins after their calls', async () => {
    await store(recordOf(1, { project_id: 'shared' }));
    const port = readAdapter(world.environment);
    await port.read('o1', 'shared');
    const { value, queries } = await counted(() =>
      Promise.all(Array.from({ length: 50 }, () => pageOf(port, 'shared'))),
    );
    expect(value.every(({ total }) => total === 1)).toBe(true);
    expect(queries).toBeLessThanOrEqual(2);
  });
});

describe('timestamps of changes', () => {
  const put = (index: number, title: string, changed: Date) =>
    store(recordOf(index, { project_id: 'stamps', title }), changed);

  test('may be earlier than the previous one, equal to it, or half a minute late', async () => {
    const port = readAdapter(world.environment);
    const titled = async (text: string) => (await pageOf(port, 'stamps', { ...all, text })).ids;
    const now = new Date();
    await put(1, 'first', now);
    expect(await titled('first')).toEqual(['doc-1']);
    await put(1, 'same stamp', now);
    expect(await titled('same stamp')).toEqual(['doc-1']);
    await put(1, 'went back', new Date(now.getTime() - 5_000));
    expect(await titled('went back')).toEqual(['doc-1']);
    await put(2, 'committed late', new Date(now.getTime() - 39_000));
    expect(await titled('committed late')).toEqual(['doc-2']);
  });
});

describe('a cold process', () => {
  const size = large.length;
  const path = '/files/registers/o1/large.json.gz';
  const change = (index: number, title: string) => store(recordOf(index, { project_id: 'large', title }));
  const titles = (port: ReturnType<typeof readAdapter>, text: string) => pageOf(port, 'large', { ...all, text });
  const renew = () => snapshotAdapter(world.environment).renew('o1', 'large');
  const asked = () => world.asked.filter((message) => (message as SentMessage<'snapshots'>).project_id === 'large');

  test('requests one snapshot when many processes read all entries, and writes none', async () => {
    const ports = Array.from({ length: 6 }, () => readAdapter(world.environment));
    const pages = await Promise.all(ports.map((port) => pageOf(port, 'large')));
    expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([size]));
    expect(asked()).toEqual([{ organization_id: 'o1', project_id: 'large' }]);
    expect(world.bucket.objects.has(path)).toBe(false);
    const warm = await counted(() => pageOf(ports[0]!, 'large'));
    expect(warm.queries).toBe(1);
  });

  test('starts from the stored snapshot and includes every later change', async () => {
    await renew();
    await change(17, 'changed since');
    await change(size, 'created since');
    const { value, queries, entries } = await counted(() => titles(readAdapter(world.environment), ' since'));
    expect(value.ids.toSorted()).toEqual(['doc-17', `doc-${size}`].toSorted());
    expect({ queries, entries }).toEqual({ queries: 1, entries: 0 });
  });

  test('reads no change again that the next snapshot includes', async () => {
    await renew();
    const { value, requests } = await counted(() => pageOf(readAdapter(world.environment), 'large'));
    expect(value.total).toBe(size + 1);
    expect(requests).toBe(1);
  });

  test.each([
    ['lost', () => world.bucket.objects.delete(path)],
    ['cut short', () => world.bucket.objects.set(path, world.bucket.objects.get(path)!.subarray(0, 5000))],
    ['replaced by rubbish', () => world.bucket.objects.set(path, Buffer.from('{}'))],
  ])('is exact with the snapshot %s, and the worker repairs it', async (_name, damage) => {
    damage();
    const { value } = await counted(() => pageOf(readAdapter(world.environment), 'large'));
    expect(value.total).toBe(size + 1);
    await renew();
    const again = await counted(() => pageOf(readAdapter(world.environment), 'large'));
    expect(again.value).toEqual(value);
    expect(again.entries).toBe(0);
  });

  test('is exact while the object store is down and the worker retries', async () => {
    world.bucket.state.down = true;
    const { total } = await pageOf(readAdapter(world.environment), 'large');
    await expect(renew()).rejects.toThrow();
    world.bucket.state.down = false;
    expect(total).toBe(size + 1);
  });

  test('ignores a snapshot from the future', async () => {
    const original = world.bucket.objects.get(path)!;
    const snapshot = JSON.parse(gunzipSync(original).toString());
    snapshot.read_at += 3_600_000;
    world.bucket.objects.set(path, gzipSync(JSON.stringify(snapshot)));
    await change(18, 'not hidden');
    const { ids } = await titles(readAdapter(world.environment), 'not hidden');
    expect(ids).toEqual(['doc-18']);
    world.bucket.objects.set(path, original);
  });

  test('reads the entries if the snapshot is older than the retained changes', async () => {
    const original = world.bucket.objects.get(path)!;
    const snapshot = JSON.parse(gunzipSync(original).toString());
    snapshot.read_at -= CHANGES_KEPT_SECONDS * 1000;
    world.bucket.objects.set(path, gzipSync(JSON.stringify(snapshot)));
    // A change of a month ago, which is no longer retained.
    await world.put(itemsOf(recordOf(19, { project_id: 'large', title: 'superseded name' })));
    const { value, entries } = await counted(() => titles(readAdapter(world.environment), 'superseded name'));
    expect(value.ids).toEqual(['doc-19']);
    expect(entries).toBeGreaterThan(0);
  });
});

describe('requests for snapshots', () => {
  test('a failing queue does not affect readers', async () => {
    const of = { organizationId: 'o1', projectId: 'queue-is-down' };
    const failing = { send: () => Promise.reject(new Error('no queue')) };
    await expect(askForSnapshot(world.table, failing, of, 0)).resolves.toBeUndefined();
  });

  test('a reader waits until its message is sent', async () => {
    const order: string[] = [];
    const queue = {
      send: async () => {
        await new Promise(setImmediate);
        order.push('taken');
      },
    };
    await askForSnapshot(world.table, queue, { organizationId: 'o1', projectId: 'queue-is-slow' }, 0);
    order.push('answered');
    expect(order).toEqual(['taken', 'answered']);
  });

  const of = (projectId: string) => ({ organizationId: 'o1', projectId });
  const askedFor = (project: string) =>
    world.asked.filter((message) => (message as SentMessage<'snapshots'>).project_id === project).length;
  const ask = async (project: string, since: number, lastAsked?: number) => {
    const { table } = world;
    if (lastAsked !== undefined) await world.put([{ ...snapshotRequestKey('o1', project), asked_at: lastAsked }]);
    const queue = queueAdapter('snapshots')(world.environment);
    await Promise.all([1, 2, 3].map(() => askForSnapshot(table, queue, of(project), since, now)));
    return askedFor(project);
  };
  const now = Date.now();
  const seconds = (ago: number) => now - ago * 1000;

  test.each<[string, number, number | undefined, number]>([
    ['asks-first', 0, undefined, 1],
    ['changes-since-the-last', seconds(90), seconds(120), 1],
    ['held-by-the-last', seconds(150), seconds(120), 0],
    ['too-soon', seconds(0), seconds(30), 0],
    ['last-was-lost', 0, seconds(1000), 1],
  ])('%s', async (project, since, lastAsked, messages) => {
    expect(await ask(project, since, lastAsked)).toBe(messages);
  });
});

test('a permanently deleted entry disappears from warm and cold registers', async () => {
  const [kept, gone] = [1, 2].map((index) => recordOf(index, { project_id: 'purged', is_deleted: true }));
  await Promise.all([store(kept!), store(gone!)]);
  const port = readAdapter(world.environment);
  const deleted = { ...all, isDeleted: true };
  expect((await pageOf(port, 'purged', deleted)).total).toBe(2);
  const Key = registerKey('o1', 'purged', gone!.document_id);
  await transact(world.table, {
    entry: { Delete: { TableName: world.table.name, Key } },
    changes: changeItems(world.table, gone!),
  });
  const left = { ids: [kept!.document_id], total: 1 };
  expect(await pageOf(port, 'purged', deleted)).toEqual(left);
  expect(await pageOf(readAdapter(world.environment), 'purged', deleted)).toEqual(left);
});

test('a change item expires a month after its change', async () => {
  const of = { organization_id: 'o1', project_id: 'expiring', document_id: 'd#1' };
  const { Item } = changeItems(world.table, of)[0]!.Put!;
  expect(Item).toMatchObject({ pk: changePartition('o1', 'expiring') });
  expect(changedDocument(String(Item!.sk))).toBe('d#1');
  const stamp = Date.parse(String(Item!.sk).split('#')[0]!) / 1000;
  expect(Number(Item![EXPIRES]) - stamp).toBeGreaterThanOrEqual(CHANGES_KEPT_SECONDS);
  expect(Number(Item![EXPIRES]) - stamp).toBeLessThan(CHANGES_KEPT_SECONDS + 1);
});

test('a failed read leaves the register unchanged', async () => {
  await store(recordOf(1, { project_id: 'failing' }));
  const port = readAdapter(world.environment);
  expect((await pageOf(port, 'failing')).total).toBe(1);
  await store(recordOf(2, { project_id: 'failing' }));
  const name = 'fail';
  world.table.client.middlewareStack.add(
    () => async () => {
      throw new Error('the table is gone');
    },
    { step: 'initialize', name },
  );
  await expect(port.read('o1', 'failing')).rejects.toThrow('the table is gone');
  world.table.client.middlewareStack.remove(name);
  expect((await pageOf(port, 'failing')).total).toBe(2);
});
