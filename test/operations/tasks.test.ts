import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handle as markDueTasks } from '../../functions/workers/mark-due-tasks.ts';
import { tableOf } from '../../shared/aws/clients/table.ts';
import { deleteItem } from '../../shared/aws/dynamodb/items.ts';
import { environment } from '../../shared/environment.ts';
import { portsFor } from '../../shared/http/provide.ts';
import { Expression } from '../../shared/table/expression.ts';
import { documentKey } from '../../shared/table/keys.ts';
import { createProject, uploadForm } from '../support/documents.ts';
import { type Api, type Service, startService } from '../support/service.ts';

const PATH = '/api/v1/tasks';
let service: Service;
let manager: Api;
let project: string;
beforeAll(async () => {
  service = await startService({ VALIDATE_RESPONSES: '1' }, { idle: true });
  manager = await service.as();
  project = await createProject(manager);
});
afterAll(() => service.end());

const create = (body: object = {}, as = manager) =>
  as.call('POST', PATH, { title: 'Check the lintel', project_id: project, ...body });
const made = async (body: object = {}, as = manager) => (await create(body, as)).body;
const read = async (id: string) => (await manager.call('GET', `${PATH}/${id}`)).body;
const patch = (id: string, body: object, headers?: Record<string, string>) =>
  manager.call('PATCH', `${PATH}/${id}`, body, headers);
const newDocument = async (into = project): Promise<string> =>
  (await uploadForm(manager, into, new TextEncoder().encode(randomUUID()), 'a.txt')).body.id;
const tasksOf = async (document: string) => (await manager.call('GET', `/api/v1/documents/${document}`)).body.task_ids;

describe('a task', () => {
  test('is created with the given fields; server-owned fields are set by the server', async () => {
    const owned = { id: 'mine', _id: 'mine', created_at: '1999-01-01', created_by: {}, became_due_at: 'x' };
    const { status, body, headers } = await create({ organization_id: 'acme', due_date: '2027-03-01', ...owned });
    expect([status, headers.get('etag')]).toEqual([201, '"1"']);
    expect(body).toMatchObject({
      title: 'Check the lintel',
      description: null,
      project_id: project,
      status: 'open',
      priority: 'medium',
      due_date: '2027-03-01T23:59:59.999Z',
      document_ids: [],
      became_due_at: null,
      created_by: { _id: 'ann' },
    });
    expect(await read(body.id)).toEqual(body);
  });

  test.each([
    ['title', ' '],
    ['title', 'a\nb'],
    ['status', 'someday'],
    ['priority', null],
    ['due_date', 'tomorrow'],
    ['assignee_email', 'nobody'],
    ['colour', 'red'],
  ])('refuses %s: %j on create and update', async (field, value) => {
    for (const answer of [await create({ [field]: value }), await patch((await made()).id, { [field]: value })]) {
      expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', field]]);
    }
  });

  test('is updated in given fields, cleared in null ones, and stays in its project', async () => {
    const task = await made({ assignee_id: 'mo', due_date: '2027-03-01T10:00:00+02:00' });
    expect(task.due_date).toBe('2027-03-01T08:00:00.000Z');
    const changed = await patch(task.id, { status: 'blocked', assignee_id: null, due_date: null });
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"']);
    const last = { updated_at: expect.any(String), updated_by: expect.objectContaining({ type: 'user' }) };
    expect(changed.body).toEqual({ ...task, status: 'blocked', assignee_id: null, due_date: null, ...last });
    expect(await read(task.id)).toEqual(changed.body);
    expect((await patch(task.id, { project_id: project })).status).toBe(422);
    const stale = await patch(task.id, { title: 'x' }, { 'if-match': '"1"' });
    expect([stale.status, stale.body.detail]).toEqual([409, expect.stringContaining('"2"')]);
  });

  test('is deleted by managers, at the version they saw, and disappears from every list immediately', async () => {
    const quiet = await createProject(manager);
    const { id } = await made({ project_id: quiet });
    const member = await service.as({ role: 'member' });
    expect((await member.call('DELETE', `${PATH}/${id}`)).status).toBe(403);
    expect((await manager.call('DELETE', `${PATH}/${id}`, undefined, { 'if-match': '"2"' })).status).toBe(409);
    const gone = await manager.call('DELETE', `${PATH}/${id}`);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await manager.call('GET', `${PATH}/${id}`)).status).toBe(404);
    expect((await manager.call('GET', `${PATH}?project_id=${quiet}`)).body).toMatchObject({ items: [], total: 0 });
    expect((await manager.call('DELETE', `${PATH}/${id}`)).status).toBe(404);
  });

  test('prevents deleting its project, which accepts no task once it is deleted', async () => {
    const admin = await service.as({ role: 'org_admin' });
    const quiet = await createProject(manager);
    const { id } = await made({ project_id: quiet });
    const refused = await admin.call('DELETE', `/api/v1/projects/${quiet}`);
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('tasks')]);
    await manager.call('DELETE', `${PATH}/${id}`);
    expect((await admin.call('DELETE', `/api/v1/projects/${quiet}`)).status).toBe(204);
    expect((await create({ project_id: quiet })).status).toBe(404);
  });

  test('of many created concurrently in one project is listed', async () => {
    const busy = await createProject(manager);
    const answers = await Promise.all(Array.from({ length: 12 }, () => create({ project_id: busy })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect((await manager.call('GET', `${PATH}?project_id=${busy}&page_size=5&page=3`)).body).toMatchObject({
      total: 12,
      items: [{}, {}],
    });
  });
});

describe('documents of a task', () => {
  test('refer to it as long as it refers to them', async () => {
    const [a, b, c] = [await newDocument(), await newDocument(), await newDocument()];
    const { id } = await made({ document_ids: [a, b, a] });
    const before = (await manager.call('GET', `/api/v1/documents/${a}`)).headers.get('etag');
    expect((await read(id)).document_ids).toEqual([a, b]);
    const other = await made({ document_ids: [b] });
    expect([await tasksOf(a), await tasksOf(b), await tasksOf(c)]).toEqual([[id], [id, other.id].sort(), []]);
    await patch(id, { document_ids: [b, c] });
    expect([await tasksOf(a), await tasksOf(b), await tasksOf(c)]).toEqual([[], [id, other.id].sort(), [id]]);
    expect((await manager.call('GET', `/api/v1/documents/${a}`)).headers.get('etag')).not.toBe(before);
    await patch(id, { title: 'Other' });
    expect(await tasksOf(c)).toEqual([id]);
    await manager.call('DELETE', `${PATH}/${id}`);
    expect([await tasksOf(b), await tasksOf(c)]).toEqual([[other.id], []]);
  });

  test('must be in its project and not deleted', async () => {
    const elsewhere = await newDocument(await createProject(manager));
    const deleted = await newDocument();
    await manager.call('DELETE', `/api/v1/documents/${deleted}`);
    const own = await newDocument();
    for (const wrong of [elsewhere, deleted, 'nowhere']) {
      const { id } = await made();
      for (const answer of [await create({ document_ids: [own, wrong] }), await patch(id, { document_ids: [wrong] })]) {
        expect([answer.status, answer.body.detail[0].loc.slice(0, 2)]).toEqual([422, ['body', 'document_ids']]);
      }
    }
    expect(await tasksOf(own)).toEqual([]);
    // The transaction rejects what the preceding checks did not notice.
    const task = await portsFor(['tasks.read'])['tasks.read'].get('acme', (await made()).id);
    const write = portsFor(['tasks.write'])['tasks.write'];
    const again = { ...task!, id: randomUUID(), write_id: randomUUID() };
    await expect(write.create({ ...again, document_ids: [elsewhere] })).rejects.toThrow('cannot be linked to a task');
  });

  test('that were permanently removed do not prevent updates', async () => {
    const [a, b] = [await newDocument(), await newDocument()];
    const [task, other] = [await made({ document_ids: [a, b] }), await made({ document_ids: [a, b] })];
    await deleteItem(tableOf(environment()), documentKey('acme', a), new Expression().exists());
    expect((await patch(task.id, { document_ids: [b] })).status).toBe(200);
    expect((await manager.call('DELETE', `${PATH}/${other.id}`)).status).toBe(204);
    expect(await tasksOf(b)).toEqual([task.id]);
  });
});

describe('the list of tasks', () => {
  const who = { user: 'lists', organization: 'lists' };
  const names = async (as: Api, query = '') => {
    const { body } = await as.call('GET', `${PATH}?${query}`);
    return [body.items.map(({ title }: { title: string }) => title).join(''), body.total];
  };
  let mine: Api;
  let first: string;
  let second: string;
  beforeAll(async () => {
    mine = await service.as(who);
    [first, second] = [await createProject(mine), await createProject(mine)];
    for (const [title, project_id, more] of [
      ['A', first, { priority: 'low', due_date: '2027-01-03', assignee_id: 'mo' }],
      ['B', first, { priority: 'critical', description: 'By the QUAY' }],
      ['C', second, { priority: 'high', due_date: '2027-01-01', status: 'blocked' }],
      ['D', first, { priority: 'medium', due_date: '2027-01-02T12:00:00Z', assignee_id: 'mo' }],
    ] as const) {
      await made({ title, project_id, ...more }, mine);
    }
  });

  test.each([
    ['', 'DCBA'],
    ['sort_order=asc', 'ABCD'],
    ['sort_by=priority', 'BCDA'],
    ['sort_by=priority&sort_order=asc', 'ADCB'],
    ['sort_by=due_date', 'ADCB'],
    ['sort_by=due_date&sort_order=asc', 'CDAB'],
    ['status=blocked', 'C'],
    ['priority=low', 'A'],
    ['assignee_id=mo', 'DA'],
    ['due_before=2027-01-02', 'DC'],
    ['due_after=2027-01-02', 'DA'],
    ['due_after=2027-01-02&due_before=2027-01-02', 'D'],
    ['query=quay', 'B'],
    ['query=quay&status=blocked', ''],
  ])('by %s is %s', async (query, expected) => {
    expect(await names(mine, query)).toEqual([expected, expected.length]);
  });

  test('covers one project, or all that the caller sees, in pages with the true total', async () => {
    expect(await names(mine, `project_id=${first}`)).toEqual(['DBA', 3]);
    expect(await names(mine, 'page_size=3&page=2')).toEqual(['A', 4]);
    expect(await names(mine, 'page=1000000&page_size=100')).toEqual(['', 4]);
    const colleague = await service.as({ ...who, user: 'colleague' });
    expect(await names(colleague)).toEqual(['', 0]);
    await mine.call('PUT', `/api/v1/projects/${second}/members/colleague`, {});
    expect(await names(colleague)).toEqual(['C', 1]);
    await mine.call('DELETE', `/api/v1/projects/${second}/members/colleague`);
    expect(await names(colleague)).toEqual(['', 0]);
    const admin = await service.as({ ...who, user: 'admin', role: 'org_admin' });
    expect(await names(admin)).toEqual(['DCBA', 4]);
  });

  test('follows every change', async () => {
    const quiet = await createProject(manager);
    const { id } = await made({ project_id: quiet });
    const total = async (query: string) =>
      (await manager.call('GET', `${PATH}?project_id=${quiet}&${query}`)).body.total;
    expect([await total('status=done'), await total('priority=critical')]).toEqual([0, 0]);
    await patch(id, { status: 'done', priority: 'critical', assignee_id: 'mo', due_date: '2027-05-05' });
    const queries = ['status=done', 'priority=critical', 'assignee_id=mo', 'due_after=2027-05-05'];
    expect(await Promise.all(queries.map(total))).toEqual([1, 1, 1, 1]);
    await patch(id, { title: 'Beside the WEIR', description: null });
    expect(await Promise.all(['query=weir', 'query=eside%20the'].map(total))).toEqual([1, 1]);
    await patch(id, { title: 'Moved', description: 'To the lock' });
    expect(await Promise.all(['query=weir', 'query=lock'].map(total))).toEqual([0, 1]);
    await manager.call('DELETE', `${PATH}/${id}`);
    expect(await total('query=lock')).toBe(0);
  });

  test.each(['status=x', 'priority=x', 'due_before=x', 'sort_by=title', 'page_size=101', 'status=open&status=done'])(
    'refuses %s',
    async (query) => {
      const answer = await mine.call('GET', `${PATH}?${query}`);
      expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['query', query.split('=')[0]]]);
    },
  );
});

describe('a due date', () => {
  const run = (now: string) =>
    markDueTasks(portsFor(['tasks.due', 'tasks.read', 'tasks.write']), {
      requestId: randomUUID(),
      now: new Date(now),
      deadline: Date.now() + 60_000,
      signal: new AbortController().signal,
    });
  const dueAt = async (id: string) => (await read(id)).became_due_at;

  test('that passes is marked once, and again after being postponed', async () => {
    const { id } = await made({ due_date: '2020-01-01' });
    await run('2020-01-01T12:00:00Z');
    expect(await dueAt(id)).toBeNull();
    await run('2020-01-02T00:00:00Z');
    expect(await dueAt(id)).toBe('2020-01-02T00:00:00.000Z');
    const { updated_at } = await read(id);
    await run('2020-01-03T00:00:00Z');
    expect([await dueAt(id), (await read(id)).updated_at]).toEqual(['2020-01-02T00:00:00.000Z', updated_at]);

    await patch(id, { title: 'Other' });
    expect(await dueAt(id)).toBe('2020-01-02T00:00:00.000Z');
    await patch(id, { due_date: '2020-02-01' });
    expect(await dueAt(id)).toBeNull();
    await run('2020-02-03T00:00:00Z');
    expect(await dueAt(id)).toBe('2020-02-03T00:00:00.000Z');
  });

  test('of a task that is done, cancelled or deleted is not marked, unless it is opened again', async () => {
    const [done, cancelled] = [await made({ due_date: '2020-01-01' }), await made({ due_date: '2020-01-01' })];
    await patch(done.id, { status: 'done' });
    await patch(cancelled.id, { status: 'cancelled' });
    const gone = await made({ due_date: '2020-01-01' });
    await manager.call('DELETE', `${PATH}/${gone.id}`);
    await run('2020-02-02T00:00:00Z');
    expect([await dueAt(done.id), await dueAt(cancelled.id)]).toEqual([null, null]);
    await patch(done.id, { status: 'open' });
    await run('2020-02-03T00:00:00Z');
    expect(await dueAt(done.id)).toBe('2020-02-03T00:00:00.000Z');
  });
});
