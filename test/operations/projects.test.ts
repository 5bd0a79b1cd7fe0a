import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { portsFor } from '../../shared/http/provide.ts';
import { createProject, uploadForm } from '../support/documents.ts';
import { type Api, type Service, startService } from '../support/service.ts';

const PATH = '/api/v1/projects';
let service: Service;
let manager: Api;
beforeAll(async () => {
  service = await startService({ VALIDATE_RESPONSES: '1' }, { idle: true });
  manager = await service.as();
});
afterAll(() => service.end());

test('a project is created with the given fields; server-owned fields are set by the server', async () => {
  const owned = { id: 'mine', _id: 'mine', created_at: '1999-01-01', updated_at: 7, created_by: { _id: 'eve' } };
  const made = await manager.call('POST', PATH, { name: ' Harbour ', organization_id: 'acme', ...owned });

  expect(made.status).toBe(201);
  expect(made.headers.get('etag')).toBe('"1"');
  expect(made.body).toMatchObject({ name: 'Harbour', description: null, status: 'planning', organization_id: 'acme' });
  expect(made.body.id).toMatch(/^[0-9a-f-]{36}$/);
  expect(made.body._id).toBe(made.body.id);
  expect(Date.now() - Date.parse(made.body.created_at)).toBeLessThan(60_000);
  expect((await manager.call('GET', `${PATH}/${made.body.id}`)).body).toEqual(made.body);
});

test('another organization and unknown fields are rejected', async () => {
  expect((await manager.call('POST', PATH, { name: 'x', organization_id: 'other' })).status).toBe(403);
  const unknown = await manager.call('POST', PATH, { name: 'x', colour: 'red' });
  expect([unknown.status, unknown.body.detail[0]]).toMatchObject([422, { loc: ['body', 'colour'] }]);
});

test.each([
  ['name', 'a\nb'],
  ['name', ' '],
  ['description', 'a\u0000b'],
])('a project whose %s is %j is refused', async (field, text) => {
  const answer = await manager.call('POST', PATH, { name: 'x', [field]: text });
  expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', field]]);
  expect((await manager.call('POST', PATH, { name: 'x', description: 'two\nlines' })).status).toBe(201);
});

test.each([
  ['page=0', 'page'],
  ['page_size=101', 'page_size'],
  ['page_size=0x10', 'page_size'],
  ['page=', 'page'],
  ['page=1&page=1', 'page'],
])('the list refuses %s', async (query, name) => {
  const answer = await manager.call('GET', `${PATH}?${query}`);
  expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['query', name]]);
});

test('the list shows members their projects, administrators all, and the true total past the end', async () => {
  const mine = await service.as({ user: 'lists', organization: 'lists' });
  const theirs = await service.as({ user: 'someone', organization: 'lists' });
  const admin = await service.as({ user: 'admin', organization: 'lists', role: 'org_admin' });
  for (const [as, name] of [[mine, 'A'] as const, [mine, 'B'] as const, [theirs, 'C'] as const]) {
    expect((await as.call('POST', PATH, { name })).status).toBe(201);
  }
  const names = async (as: Api, query = '') => {
    const { body } = await as.call('GET', PATH + query);
    return [body.items.map(({ name }: { name: string }) => name), body.total];
  };

  expect((await mine.call('GET', PATH)).body).toMatchObject({ page: 1, page_size: 20 });
  expect(await names(mine)).toEqual([['B', 'A'], 2]);
  expect(await names(admin)).toEqual([['C', 'B', 'A'], 3]);
  expect(await names(admin, '?page=2&page_size=2')).toEqual([['A'], 3]);
  expect(await names(admin, '?page=1000000&page_size=100')).toEqual([[], 3]);
});

test('a page of projects reads the records of that page alone, for members as for administrators', async () => {
  const mine = await service.as({ user: 'pages', organization: 'pages' });
  for (const name of ['A', 'B', 'C', 'D', 'E']) await mine.call('POST', PATH, { name });
  const getMany = vi.spyOn(portsFor(['projects.read'])['projects.read'], 'getMany');
  onTestFinished(() => getMany.mockRestore());
  const { body } = await mine.call('GET', `${PATH}?page=2&page_size=2`);
  expect([body.items.map(({ name }: { name: string }) => name), body.total]).toEqual([['C', 'B'], 5]);
  expect(getMany.mock.calls.map(([, ids]) => ids.length)).toEqual([2]);
});

test('the list is filtered by status and by a text of name or description', async () => {
  const mine = await service.as({ user: 'filters', organization: 'filters' });
  const made = async (body: object) => (await mine.call('POST', PATH, body)).body.id;
  const [quay, mill] = [await made({ name: 'Quay' }), await made({ name: 'Mill', description: 'by the QUAY' })];
  const pier = await made({ name: 'Pier', status: 'active' });
  const found = async (query: string) => {
    const { body } = await mine.call('GET', `${PATH}?${query}`);
    return [body.items.map(({ id }: { id: string }) => id), body.total];
  };
  expect(await found('query=quay')).toEqual([[mill, quay], 2]);
  expect(await found('query=quay&page=2&page_size=1')).toEqual([[quay], 2]);
  expect(await found('query=quay&status=active')).toEqual([[], 0]);
  expect(await found('status=active')).toEqual([[pier], 1]);
  await mine.call('PATCH', `${PATH}/${quay}`, { status: 'active' });
  expect(await found('status=active')).toEqual([[pier, quay], 2]);
  expect(await found('status=planning')).toEqual([[mill], 1]);
});

describe('a change of a project', () => {
  test('changes given fields, clears null ones and increments the version', async () => {
    const { body: made } = await manager.call('POST', PATH, { name: 'Harbour', description: 'by the sea' });
    const { status, body, headers } = await manager.call('PATCH', `${PATH}/${made.id}`, {
      name: ' Port ',
      description: null,
    });
    expect([status, headers.get('etag')]).toEqual([200, '"2"']);
    const last = { updated_at: expect.any(String), updated_by: { type: 'user', id: 'ann', name: 'Ann' } };
    expect(body).toEqual({ ...made, name: 'Port', description: null, ...last });
    expect((await manager.call('GET', `${PATH}/${made.id}`)).body).toEqual(body);
  });

  test('at a stale version is rejected without effect', async () => {
    const id = await createProject(manager);
    const stale = await manager.call('PATCH', `${PATH}/${id}`, { name: 'x' }, { 'if-match': '"7"' });
    expect([stale.status, stale.body.code, stale.body.detail]).toEqual([
      409,
      'version_conflict',
      expect.stringContaining('"1"'),
    ]);
    expect((await manager.call('PATCH', `${PATH}/${id}`, { name: 'y' }, { 'if-match': '"1"' })).status).toBe(200);
  });

  test.each([
    ['colour', 'red'],
    ['organization_id', 'acme'],
    ['name', null],
    ['status', 'gone'],
  ])('refuses %s: %j', async (field, value) => {
    const answer = await manager.call('PATCH', `${PATH}/${await createProject(manager)}`, { [field]: value });
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', field]]);
  });
});

describe('deleting a project', () => {
  test('deletes its memberships, and removes it from every list immediately', async () => {
    const who = { user: 'founder', organization: 'deletes' };
    const mine = await service.as(who);
    const admin = await service.as({ ...who, user: 'admin', role: 'org_admin' });
    const id = await createProject(mine);
    // One more than go with the project in its transaction.
    const users = Array.from({ length: 41 }, (_, i) => `user-${i}`);
    await Promise.all(users.map((user) => mine.call('PUT', `${PATH}/${id}/members/${user}`, {})));
    expect((await mine.call('GET', `${PATH}/${id}/members`)).body.total).toBe(42);

    expect((await mine.call('DELETE', `${PATH}/${id}`)).status).toBe(403);
    expect((await admin.call('DELETE', `${PATH}/${id}`, undefined, { 'if-match': '"9"' })).status).toBe(409);
    const gone = await admin.call('DELETE', `${PATH}/${id}`, undefined, { 'if-match': '"1"' });
    expect([gone.status, gone.text]).toEqual([204, '']);
    for (const as of [mine, admin]) {
      expect((await as.call('GET', `${PATH}/${id}`)).status).toBe(404);
      expect((await as.call('GET', PATH)).body).toMatchObject({ items: [], total: 0 });
    }
    const ports = portsFor(['memberships.read']);
    const left = [...users, 'founder'].map((user) => ports['memberships.read'].holds('deletes', user, id));
    expect(await Promise.all(left)).not.toContain(true);
    expect((await admin.call('DELETE', `${PATH}/${id}`)).status).toBe(404);
  });

  test('is rejected while it has documents that are not deleted', async () => {
    const admin = await service.as({ role: 'org_admin' });
    const id = await createProject(manager);
    const { body } = await uploadForm(manager, id, new TextEncoder().encode(randomUUID()), 'a.txt');
    const refused = await admin.call('DELETE', `${PATH}/${id}`);
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('documents')]);
    expect((await manager.call('GET', `${PATH}/${id}`)).status).toBe(200);
    expect((await manager.call('PUT', `${PATH}/${id}/members/late`, {})).status).toBe(200);
    await manager.call('DELETE', `/api/v1/documents/${body.id}`);
    expect((await admin.call('DELETE', `${PATH}/${id}`)).status).toBe(204);
    expect((await admin.call('PUT', `${PATH}/${id}/members/late`, {})).status).toBe(404);
  });

  const bytes = () => new TextEncoder().encode(randomUUID());
  /** Each stores something in a project. */
  const creations: Record<string, (id: string) => Promise<{ status: number }>> = {
    document: (id) => uploadForm(manager, id, bytes(), 'a.txt'),
    task: (id) => manager.call('POST', '/api/v1/tasks', { project_id: id, title: 'Check' }),
    upload: (id) => manager.call('POST', '/api/v1/uploads', { project_id: id, filename: 'a.txt', file_size: 1 }),
    report: (id) => manager.call('POST', '/api/v1/reports', { project_id: id, type: 'task_status', format: 'csv' }),
  };
  const names = Object.keys(creations).map((name) => [name]);
  const remove = async (id: string) => (await service.as({ role: 'org_admin' })).call('DELETE', `${PATH}/${id}`);
  const documentsIn = async (id: string) => {
    const register = await portsFor(['register.read'])['register.read'].read('acme', id);
    return register.page({ sortBy: 'created_at', sortOrder: 'asc', skip: 0, limit: 9 }).ids;
  };
  const tasksIn = (id: string) => portsFor(['tasks.read'])['tasks.read'].ids('acme', { list: 'inProject', parent: id });

  test.each(names)('rejects a %s created after its records were counted', async (name) => {
    const id = await createProject(manager);
    const deletes = portsFor(['projects.delete'])['projects.delete'];
    const begin = deletes.begin;
    let late = 0;
    const deleting = vi.spyOn(deletes, 'begin').mockImplementationOnce(async (...given) => {
      late = (await creations[name]!(id)).status;
      return begin(...given);
    });
    onTestFinished(() => deleting.mockRestore());
    expect((await remove(id)).status).toBe(204);
    expect(late).toBe(409);
    expect([await documentsIn(id), await tasksIn(id)]).toEqual([[], []]);
  });

  test.each([
    ['document', 'documents.write'],
    ['task', 'tasks.write'],
    ['upload', 'uploads.write'],
    ['report', 'reports.write'],
  ] as const)('rejects a %s if it happens between that request’s check and write', async (name, port) => {
    const id = await createProject(manager);
    const writes = portsFor([port])[port] as { create: (...given: unknown[]) => Promise<unknown> };
    const create = writes.create;
    const creating = vi.spyOn(writes, 'create').mockImplementationOnce(async (...given) => {
      expect((await remove(id)).status).toBe(204);
      return create(...given);
    });
    onTestFinished(() => creating.mockRestore());
    expect((await creations[name]!(id)).status).toBe(404);
    expect([await documentsIn(id), await tasksIn(id)]).toEqual([[], []]);
  });

  test('lets the project accept records again if it was rejected', async () => {
    const id = await createProject(manager);
    const { body } = await manager.call('POST', '/api/v1/tasks', { project_id: id, title: 'Check' });
    expect((await remove(id)).status).toBe(409);
    expect((await uploadForm(manager, id, bytes(), 'a.txt')).status).toBe(201);
    expect((await manager.call('GET', `/api/v1/tasks/${body.id}`)).status).toBe(200);
    // The request that closed it died: the gate stays closed for a minute.
    const ports = portsFor(['projects.delete', 'projects.read']);
    const project = (await ports['projects.read'].get('acme', id))!;
    await ports['projects.delete'].close(project, 'dead');
    expect((await uploadForm(manager, id, bytes(), 'a.txt')).status).toBe(409);
    expect((await remove(id)).status).toBe(409);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect((await uploadForm(manager, id, bytes(), 'a.txt')).status).toBe(201);
  });

  test('and creating a document in it never both succeed', async () => {
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        const id = await createProject(manager);
        const [created, task, removed] = await Promise.all([creations.document!(id), creations.task!(id), remove(id)]);
        const kept = [created, task].filter(({ status }) => status === 201).length;
        const stored = (await documentsIn(id)).length + (await tasksIn(id)).length;
        if (removed.status === 204) expect([kept, stored]).toEqual([0, 0]);
        else expect([removed.status, stored]).toEqual([409, kept]);
      }),
    );
  });
});

describe('members', () => {
  const colleague = { user: 'mo', role: 'viewer' as const };
  const at = (id: string, user = 'mo') => `${PATH}/${id}/members/${user}`;

  test('are added, listed and renamed', async () => {
    const id = await createProject(manager);
    const put = (body: object, headers?: Record<string, string>) => manager.call('PUT', at(id), body, headers);
    expect((await put({}, { 'if-match': '"1"' })).status).toBe(409);
    const joined = await put({ name: 'Mo Field', email: 'mo@example.com' });
    expect([joined.status, joined.headers.get('etag')]).toEqual([200, '"1"']);
    expect(joined.body).toMatchObject({ user_id: 'mo', project_id: id, name: 'Mo Field', email: 'mo@example.com' });
    const viewer = await service.as(colleague);
    expect((await viewer.call('GET', `${PATH}/${id}/members`)).body).toMatchObject({
      items: [{ user_id: 'mo' }, { user_id: 'ann' }],
      total: 2,
    });
    expect((await put({}, { 'if-match': '"2"' })).status).toBe(409);
    const renamed = await put({ email: 'm@example.com' }, { 'if-match': '"1"' });
    expect([renamed.headers.get('etag'), renamed.body.name, renamed.body.email]).toEqual([
      '"2"',
      null,
      'm@example.com',
    ]);
    expect((await put({ role: 'manager' })).status).toBe(422);
    expect((await put({ email: 'nobody' })).status).toBe(422);
  });

  test('added twice concurrently are added once', async () => {
    const id = await createProject(manager);
    const puts = Array.from({ length: 4 }, () => manager.call('PUT', at(id), { name: 'Mo' }));
    expect((await Promise.all(puts)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await manager.call('GET', `${PATH}/${id}/members`)).body.total).toBe(2);
  });

  test('lose access to the project and its records immediately when removed', async () => {
    const id = await createProject(manager);
    const document = (await uploadForm(manager, id, new TextEncoder().encode(randomUUID()), 'a.txt')).body.id;
    await manager.call('PUT', at(id), {});
    const viewer = await service.as(colleague);
    const reads = [`${PATH}/${id}`, `${PATH}/${id}/members`, `/api/v1/documents/${document}`];
    const statuses = async () => Promise.all(reads.map(async (path) => (await viewer.call('GET', path)).status));
    const listed = async () =>
      (await viewer.call('GET', PATH)).body.items.some((project: { id: string }) => project.id === id);
    expect([await statuses(), await listed()]).toEqual([[200, 200, 200], true]);

    expect((await manager.call('DELETE', at(id), undefined, { 'if-match': '"2"' })).status).toBe(409);
    expect((await manager.call('DELETE', at(id))).status).toBe(204);
    expect([await statuses(), await listed()]).toEqual([[404, 404, 404], false]);
    expect((await manager.call('DELETE', at(id))).status).toBe(404);
  });

  test('that created the project can be removed by administrators only', async () => {
    const id = await createProject(manager);
    const other = await service.as({ user: 'max' });
    await manager.call('PUT', at(id, 'max'), {});
    expect((await other.call('DELETE', at(id, 'ann'))).status).toBe(403);
    const admin = await service.as({ user: 'admin', role: 'org_admin' });
    expect((await admin.call('DELETE', at(id, 'ann'))).status).toBe(204);
    expect((await manager.call('GET', `${PATH}/${id}`)).status).toBe(404);
  });
});
