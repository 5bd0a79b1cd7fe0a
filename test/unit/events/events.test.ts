import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { actAs, withoutEvents } from '../../../shared/acting.ts';
import { adapter as eventsRead } from '../../../shared/aws/adapters/events.read.ts';
import { adapter as membersWrite } from '../../../shared/aws/adapters/members.write.ts';
import { adapter as projectsWrite } from '../../../shared/aws/adapters/projects.write.ts';
import { adapter as tasksWrite } from '../../../shared/aws/adapters/tasks.write.ts';
import { tableOf } from '../../../shared/aws/clients/table.ts';
import { deleteItem, getItem, putItem, queryItems, updateUnseen } from '../../../shared/aws/dynamodb/items.ts';
import { patience } from '../../../shared/aws/dynamodb/patience.ts';
import { drainOutbox } from '../../../shared/aws/events/append.ts';
import { type SealedHead, SealedHead as SealedHeadSchema } from '../../../shared/aws/events/hash-chain.ts';
import { removeEvents } from '../../../shared/aws/events/remove.ts';
import { verifyChain } from '../../../shared/aws/events/verify.ts';
import { changeRecord } from '../../../shared/aws/records/change-record.ts';
import type { Caller } from '../../../shared/domain/access/caller.ts';
import { type ChainedEvent, Event, inVersionOrder, outboxOrganization } from '../../../shared/domain/events/event.ts';
import type { ProjectRecord } from '../../../shared/domain/projects/project.ts';
import type { TaskRecord } from '../../../shared/domain/tasks/task.ts';
import { parseEnvironment, useEnvironment } from '../../../shared/environment.ts';
import type { ChainReport, EventsRead, ProjectsWrite, TasksWrite } from '../../../shared/ports.ts';
import { Expression } from '../../../shared/table/expression.ts';
import {
  chainHeadKey,
  chainKey,
  chainOfEvents,
  eventKey,
  feedPartition,
  historyPartition,
  projectKey,
  signedHeadKey,
} from '../../../shared/table/keys.ts';
import { REPORTS } from '../../../shared/table/kinds/reports.ts';
import { hasTable, startTable } from '../http/support/table.ts';

const user = { _id: 'ann', name: 'Ann', email: null, company: null };
const at = '2026-11-22T10:00:00.000Z';
const written = { created_at: at, updated_at: at, record_version: 1 };
const actor = { type: 'user', id: 'ann', name: 'Ann' } as const;

const sealHeads = async (heads: readonly SealedHead[]) => heads.map((head) => `sealed ${JSON.stringify(head)}`);
const open = async (sealed: string) =>
  sealed.startsWith('sealed ') ? SealedHeadSchema.parse(JSON.parse(sealed.slice('sealed '.length))) : undefined;

describe.skipIf(!hasTable())('events', () => {
  let table: ReturnType<typeof tableOf>;
  let projects: ProjectsWrite;
  let tasks: TasksWrite;
  let events: EventsRead;
  let members: ReturnType<typeof membersWrite>;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const started = await startTable();
    stop = started.stop;
    table = tableOf(started.environment);
    projects = projectsWrite(started.environment);
    tasks = tasksWrite(started.environment);
    members = membersWrite(started.environment);
    events = eventsRead(started.environment);
  });
  afterAll(() => stop?.());
  afterEach(() => void vi.useRealTimers());

  const newOrganization = () => `org-${randomUUID().slice(0, 8)}`;
  const newProject = async (organization_id: string): Promise<string> => {
    const id = randomUUID();
    const fields = { id, organization_id, name: 'Quay', description: null, status: 'active', created_by: user };
    const caller = { subject: 'ann', name: 'Ann', email: null } as unknown as Caller;
    await projects.create({ ...fields, ...written, write_id: randomUUID() } as unknown as ProjectRecord, caller);
    return id;
  };
  const newTask = async (organization_id: string, project_id: string, title = 'Check'): Promise<TaskRecord> => {
    const record = {
      ...{ id: randomUUID(), organization_id, project_id, title, description: null, status: 'open', priority: 'low' },
      ...{ due_date: null, assignee_id: null, assignee_email: null, document_ids: [], became_due_at: null },
      ...{ created_by: user, ...written, write_id: randomUUID() },
    } as unknown as TaskRecord;
    return actAs(actor, () => tasks.create(record));
  };
  const retitle = ({ organization_id, id }: TaskRecord, title: string) =>
    actAs(actor, () => tasks.change(organization_id, id, { title }, { writeId: randomUUID(), now: new Date() }));

  const outbox = (organizationId: string) =>
    queryItems(table, Event, { partition: eventKey(organizationId, '', '').pk });
  const drain = (organizationId: string, through = table) =>
    drainOutbox(
      through,
      organizationId,
      Date.now() + 60_000,
      sealHeads,
      () => patience(),
      async () => {},
    );
  const chain = (organization_id: string, project_id: string | null) =>
    queryItems(table, z.custom<ChainedEvent>(), {
      partition: chainOfEvents({ organization_id, project_id }),
      prefix: 'EVENT#',
    });
  const verify = (organization_id: string, project_id: string | null): Promise<ChainReport> =>
    verifyChain(table, { organization_id, project_id }, open);

  test('a create, an update and a removal write one event each, in their transactions', async () => {
    const org = newOrganization();
    const project = await newProject(org);
    const task = await newTask(org, project);
    await retitle(task, 'Check the lintel');
    await actAs(actor, () => tasks.delete(task));
    const own = (await outbox(org)).filter(({ entity }) => entity.type === 'task');
    const common = { actor, organization_id: org, project_id: project, entity: { type: 'task', id: task.id } };
    expect(own).toEqual([
      expect.objectContaining({ ...common, type: 'task.created', version: { before: null, after: 1 } }),
      expect.objectContaining({
        ...{ ...common, type: 'task.updated', version: { before: 1, after: 2 } },
        ...{ changed: ['title'], values: { title: 'Check the lintel' } },
      }),
      expect.objectContaining({ ...common, type: 'task.deleted', version: { before: 2, after: null }, values: {} }),
    ]);
    expect(new Set(own.map(({ id }) => id)).size).toBe(3);
  });

  test('a project is created with its first member, and its deletion belongs to the organization', async () => {
    const org = newOrganization();
    const project = await newProject(org);
    expect((await outbox(org)).map(({ type, project_id }) => [type, project_id]).sort()).toEqual([
      ['member.added', project],
      ['project.created', project],
    ]);
  });

  test('a rejected change, a repeated write and an update without effect have no event', async () => {
    const org = newOrganization();
    const task = await newTask(org, await newProject(org));
    const before = (await outbox(org)).length;
    const guard = { writeId: randomUUID(), now: new Date() };
    await expect(tasks.change(org, task.id, { title: 'x' }, { ...guard, ifVersion: 7 })).rejects.toThrow();
    expect(await outbox(org)).toHaveLength(before);
    await tasks.change(org, task.id, { title: 'y' }, guard);
    await tasks.change(org, task.id, { title: 'y' }, guard);
    expect(await outbox(org)).toHaveLength(before + 1);
    await retitle(task, 'y');
    expect(await outbox(org)).toHaveLength(before + 1);
  });

  test('progress of work is no event, but its end is', async () => {
    const org = newOrganization();
    const id = randomUUID();
    const key = REPORTS.key(org, id);
    const report = {
      ...{ id, organization_id: org, project_id: 'p', type: 'task_status', format: 'csv', title: 'All', from: null },
      ...{ to: null, status: 'running', filename: null, file_path: null, file_size: null, row_count: null },
      ...{ completed_at: null, error: null, error_detail: null, attempts: 1, queued_at: at, lease: null },
      ...{ created_by: user, ...written, write_id: 'w' },
    };
    await putItem(table, { ...key, ...report });
    const guard = () => ({ writeId: randomUUID(), now: new Date() });
    await changeRecord(table, REPORTS, org, id, { lease: { owner: 'me', until: 1 } }, guard());
    expect(await outbox(org)).toEqual([]);
    const transition = { from: ['running'], to: 'ready' };
    await changeRecord(table, REPORTS, org, id, { row_count: 3, lease: null }, { ...guard(), transition });
    expect(await outbox(org)).toEqual([
      expect.objectContaining({
        ...{ type: 'report.ready', changed: ['row_count', 'status'], version: { before: 2, after: 3 } },
        values: { row_count: 3, status: 'ready' },
      }),
    ]);
  });

  test('the removal of a record causes no events of its parts', async () => {
    const org = newOrganization();
    const task = await newTask(org, await newProject(org));
    const before = (await outbox(org)).length;
    await actAs({ type: 'worker', id: 'remove-project', name: null }, () => withoutEvents(() => tasks.delete(task)));
    expect(await outbox(org)).toHaveLength(before);
  });

  test('events are appended to the sequence of their project, the feed and the history, and leave the outbox', async () => {
    const org = newOrganization();
    const [one, two] = [await newProject(org), await newProject(org)];
    const task = await newTask(org, one);
    await retitle(task, 'Second');
    await newTask(org, two);
    expect(await drain(org)).toBe('done');
    expect(await outbox(org)).toEqual([]);
    expect((await chain(org, one)).map(({ sequence, type }) => [sequence, type]).slice(2)).toEqual([
      [3, 'task.created'],
      [4, 'task.updated'],
    ]);
    expect(await verify(org, one)).toMatchObject({ is_intact: true, events: 4, problems: [] });
    const feed = await events.feed(org, 0, 100);
    expect(feed.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await events.newest(org)).toBe(7);
    expect((await events.feed(org, 5, 100)).map(({ position }) => position)).toEqual([6, 7]);
    expect(await events.events(org, feed)).toHaveLength(7);
    const first = await events.history(org, { type: 'task', id: task.id }, { limit: 1 });
    expect(first.events.map(({ type }) => type)).toEqual(['task.updated']);
    const rest = await events.history(org, { type: 'task', id: task.id }, { limit: 1, cursor: first.cursor! });
    expect(rest).toEqual({ events: [expect.objectContaining({ type: 'task.created' })], cursor: null });
    expect(await events.feed('another', 0, 100)).toEqual([]);
  });

  test('concurrent workers append each event once', async () => {
    const org = newOrganization();
    const project = await newProject(org);
    for (let i = 0; i < 30; i++) await newTask(org, project, `Task ${i}`);
    await Promise.all([drain(org), drain(org), drain(org)]);
    const ids = (await chain(org, project)).map(({ id }) => id);
    expect(ids).toHaveLength(32);
    expect(new Set(ids).size).toBe(32);
    expect(await events.feed(org, 0, 100)).toHaveLength(32);
    expect(await verify(org, project)).toMatchObject({ is_intact: true, events: 32 });
  });

  /** A table whose n-th call fails: before it takes effect, or after. */
  const failing = (n: number, isLost: boolean) => {
    let calls = 0;
    const send = async (command: never) => {
      if (++calls !== n) return table.client.send(command);
      if (isLost) await table.client.send(command);
      throw new Error('killed');
    };
    const client = new Proxy(table.client, {
      get: (target, name) => (name === 'send' ? send : Reflect.get(target, name, target)),
    });
    return { table: { ...table, client } as typeof table, reached: () => calls >= n };
  };

  test('after a worker is killed at any call, the next one appends every event once, in order', async () => {
    let kills = 0;
    for (let n = 1; ; n++) {
      for (const isLost of [false, true]) {
        const org = newOrganization();
        const project = await newProject(org);
        const task = await newTask(org, project);
        for (let i = 0; i < 28; i++) await retitle(task, `Title ${i}`);
        const { table: broken, reached } = failing(n, isLost);
        const ended = await drain(org, broken).catch((error: Error) => error.message);
        if (!reached()) {
          expect(kills).toBeGreaterThan(6);
          return;
        }
        kills++;
        expect(ended).toBe('killed');
        await drain(org);
        const own = (await chain(org, project)).filter(({ entity }) => entity.type === 'task');
        expect(own.map(({ version }) => version.after)).toEqual(Array.from({ length: 29 }, (_, i) => i + 1));
        expect(await verify(org, project)).toMatchObject({ is_intact: true, events: 31 });
        expect(await events.feed(org, 0, 100)).toHaveLength(31);
        expect(await outbox(org)).toEqual([]);
      }
    }
  });

  test('an unreadable event stays in the outbox without blocking others', async () => {
    const org = newOrganization();
    const project = await newProject(org);
    await putItem(table, { ...eventKey(org, '2000-01-01T00:00:00.000Z', 'damaged'), type: 'unknown' });
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    onTestFinished(() => void vi.restoreAllMocks());
    expect(await drain(org)).toBe('done');
    expect(await chain(org, project)).toHaveLength(2);
  });

  test('however many events are unreadable, those after them are appended, and each is counted', async () => {
    const org = newOrganization();
    for (let i = 0; i < 501; i++) {
      const key = eventKey(org, `2000-01-01T00:00:00.${String(i).padStart(3, '0')}Z`, 'damaged');
      await putItem(table, { ...key, type: 'unknown' });
    }
    const project = await newProject(org);
    process.env.STAGE = 'test';
    useEnvironment(parseEnvironment(process.env));
    const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => {
      vi.restoreAllMocks();
      delete process.env.STAGE;
      useEnvironment(parseEnvironment(process.env));
    });
    expect(await drain(org)).toBe('done');
    expect(await chain(org, project)).toHaveLength(2);
    const counted = out.mock.calls.filter(([line]) => String(line).includes('"UnreadableEvents":1'));
    expect(counted.length).toBeGreaterThanOrEqual(501);
  });

  test('events of a deleted project are discarded, even if they are late', async () => {
    const org = newOrganization();
    const project = await newProject(org);
    await deleteItem(table, projectKey(org, project), new Expression());
    await drain(org);
    expect(await outbox(org)).toEqual([]);
    expect(await chain(org, project)).toEqual([]);
  });

  describe('the verification of a sequence', () => {
    const prepared = async () => {
      const org = newOrganization();
      const project = await newProject(org);
      const task = await newTask(org, project);
      await retitle(task, 'Second');
      await drain(org);
      expect((await verify(org, project)).is_intact).toBe(true);
      const chainId = { organization_id: org, project_id: project };
      return { org, project, task, key: (sequence: number) => chainKey(chainId, sequence), chainId };
    };

    test('detects a modified value', async () => {
      const { org, project, key } = await prepared();
      await updateUnseen(table, key(4), new Expression().set('values', { title: 'Forged' }));
      expect(await verify(org, project)).toMatchObject({ is_intact: false, problems: ['Event 4 has been modified'] });
    });

    test('detects a modified actor even if the hash fits', async () => {
      const { org, project, key } = await prepared();
      const [, , third] = await chain(org, project);
      const { hashOf } = await import('../../../shared/aws/events/hash-chain.ts');
      const forged = { ...(third as ChainedEvent), actor: { ...actor, id: 'bob' } };
      await putItem(table, { ...key(3), ...forged, hash: hashOf(forged) });
      expect((await verify(org, project)).problems).toEqual(['Event 4 does not follow the one before']);
    });

    test.each([1, 3, 4])('detects that event %d is missing', async (sequence) => {
      const { org, project, key } = await prepared();
      await deleteItem(table, key(sequence), new Expression());
      const { is_intact, problems } = await verify(org, project);
      expect(is_intact).toBe(false);
      expect(problems[0]).toContain(`Event ${sequence}`);
      expect(problems[0]).toContain('is missing');
    });

    test('names all events of a gap, and an event in the place of another', async () => {
      const { org, project, key } = await prepared();
      const [, , , fourth] = await chain(org, project);
      for (const sequence of [2, 3]) await deleteItem(table, key(sequence), new Expression());
      expect((await verify(org, project)).problems).toEqual(['Events 2 to 3 are missing']);
      await putItem(table, { ...fourth!, ...key(3) });
      expect((await verify(org, project)).problems).toContain('Event 3 has been modified');
    });

    test('after a backlog of several days, each day has its signed head', async () => {
      const org = newOrganization();
      const project = await newProject(org);
      const task = await newTask(org, project);
      for (const days of [1, 2]) {
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 });
        await retitle(task, `Day ${days}`);
        vi.useRealTimers();
      }
      await drain(org);
      expect(await verify(org, project)).toMatchObject({ is_intact: true, events: 5, signed_heads: 2 });
    });

    test('detects a missing or replaced head', async () => {
      const { org, project, chainId } = await prepared();
      await updateUnseen(table, chainHeadKey(chainId), new Expression().set('hash', 'other'));
      expect((await verify(org, project)).problems).toEqual(['Event 4 is not the one of the head']);
      await deleteItem(table, chainHeadKey(chainId), new Expression());
      expect((await verify(org, project)).problems).toEqual(['The head is missing']);
    });

    test('a day is sealed by the first event of a later day, and a rewritten sequence is detected', async () => {
      const { org, project, task, chainId } = await prepared();
      const day = new Date().toISOString().slice(0, 10);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 });
      await retitle(task, 'Third');
      await drain(org);
      expect(await verify(org, project)).toMatchObject({ is_intact: true, events: 5, signed_heads: 1 });

      const seal = signedHeadKey(chainId, day);
      const sealed = await getItem(table, z.looseObject({}), seal);
      await deleteItem(table, seal, new Expression());
      expect((await verify(org, project)).problems).toEqual([`The signed head of ${day} is missing`]);
      await putItem(table, { ...seal, ...sealed });

      // Everything in the table is rewritten consistently, except the sealed head.
      const { chained } = await import('../../../shared/aws/events/hash-chain.ts');
      let head: { sequence: number; hash: string; day: string } | undefined;
      for (const event of await chain(org, project)) {
        const forged = chained({ ...event, actor: { ...actor, id: 'bob' } }, head);
        await putItem(table, { ...chainKey(chainId, forged.sequence), ...forged });
        head = { sequence: forged.sequence, hash: forged.hash, day };
      }
      await putItem(table, { ...chainHeadKey(chainId), ...head });
      expect((await verify(org, project)).problems).toEqual([`Event 4 is not the one of the signed head of ${day}`]);

      const another = { organization_id: org, project_id: 'another' };
      await putItem(table, {
        ...signedHeadKey(another, day),
        sealed: (await sealHeads([{ ...head!, ...chainId }]))[0],
      });
      expect((await verify(org, 'another')).problems).toEqual([`The signed head of ${day} is not genuine`]);
    });

    test('the removal of a project removes its events', async () => {
      const { org, project, task, chainId } = await prepared();
      const other = await newProject(org);
      await drain(org);
      await removeEvents(table, chainId);
      expect(await chain(org, project)).toEqual([]);
      expect(await queryItems(table, z.unknown(), { partition: chainOfEvents(chainId) })).toEqual([]);
      expect(await queryItems(table, z.unknown(), { partition: historyPartition(org, 'task', task.id) })).toEqual([]);
      const left = await queryItems(table, z.looseObject({ sk: z.string() }), { partition: feedPartition(org) });
      expect(left.map(({ sk, project_id }) => [sk.slice(0, 3), project_id])).toEqual([
        ['AT#', other],
        ['AT#', other],
        ['HEA', undefined],
      ]);
    });
  });

  test('a member who is added again has new events', async () => {
    const org = newOrganization();
    const project = await newProject(org);
    const member = { organization_id: org, project_id: project, user_id: 'bob', name: 'Bob', email: null, ...written };
    for (let i = 0; i < 2; i++) {
      const stored = await members.create({ ...member, write_id: randomUUID() });
      await members.delete(stored);
    }
    const ids = (await outbox(org)).filter(({ entity }) => entity.id === 'bob').map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
  });
});

test('events of one record are in the order of its versions, whatever their times', () => {
  const event = (id: string, before: number | null, after: number | null) => ({
    entity: { type: 'task' as const, id },
    version: { before, after },
  });
  const disordered = [
    event('a', 2, 3),
    event('b', null, 1),
    event('a', 3, null),
    event('c', null, null),
    event('a', 1, 2),
  ];
  expect(inVersionOrder(disordered)).toEqual([
    event('a', 1, 2),
    event('b', null, 1),
    event('a', 2, 3),
    event('c', null, null),
    event('a', 3, null),
  ]);
});

test('only an outbox names an organization', () => {
  expect(outboxOrganization('ORG#a%20b#OUTBOX')).toBe('a b');
  expect(outboxOrganization('ORG#acme#TASK#OUTBOX')).toBeUndefined();
});
