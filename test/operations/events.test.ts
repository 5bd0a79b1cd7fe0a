import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProject, processed, recordBody, uploadByLink, uploadForm } from '../support/documents.ts';
import { type Api, eventually, type Service, startService } from '../support/service.ts';
import { createSystem } from '../support/systems.ts';

const EVENTS = '/api/v1/events';
const bytes = (text: string) => new TextEncoder().encode(text);

interface Shown {
  id: string;
  type: string;
  project_id: string | null;
  entity: { type: string; id: string };
  changed: string[];
  values: Record<string, unknown>;
  version: { before: number | null; after: number | null };
  actor: { type: string; id: string };
  sequence: number;
}

let service: Service;
let admin: Api;
let ann: Api;
let project: string;
beforeAll(async () => {
  service = await startService({ VALIDATE_RESPONSES: '1' });
  admin = await service.as({ user: 'root', role: 'org_admin' });
  ann = await service.as({ user: 'ann', role: 'manager' });
  project = await createProject(ann);
});
afterAll(() => service.end());

const page = async (api: Api, query = '') => {
  const { status, body } = await api.call('GET', `${EVENTS}?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as { items: Shown[]; cursor: string; has_more: boolean };
};
const newTask = async (api: Api, title = 'Check', where = project): Promise<string> =>
  (await api.call('POST', '/api/v1/tasks', { title, project_id: where })).body.id;
/** Returns all matching events as soon as there are that many. */
const eventsOf = (api: Api, query: string, count: number) =>
  eventually(async () => {
    const { items } = await page(api, `limit=100&${query}`);
    return items.length >= count ? items : undefined;
  });

describe('the feed', () => {
  test('returns a change with its actor, versions and values, and continues after the cursor', async () => {
    const task = await newTask(ann, 'Check the beam');
    await ann.call('PATCH', `/api/v1/tasks/${task}`, { status: 'in_progress' });
    const [created, updated] = await eventsOf(ann, `entity_id=${task}`, 2);
    expect(created).toMatchObject({
      ...{
        type: 'task.created',
        project_id: project,
        entity: { type: 'task', id: task },
        actor: { type: 'user', id: 'ann' },
      },
      ...{ version: { before: null, after: 1 }, values: { title: 'Check the beam' } },
    });
    expect(updated).toMatchObject({
      ...{ type: 'task.updated', version: { before: 1, after: 2 }, changed: ['status'] },
      values: { status: 'in_progress' },
    });
    const first = await page(ann, `entity_id=${task}&limit=1`);
    expect(first.items.map(({ id }) => id)).toEqual([created!.id]);
    expect(first.has_more).toBe(true);
    const second = await page(ann, `entity_id=${task}&after=${first.cursor}`);
    expect(second.items.map(({ id }) => id)).toEqual([updated!.id]);
    expect((await page(ann, `entity_id=${task}&after=${second.cursor}`)).items).toEqual([]);
  });

  test('filters by type and project', async () => {
    const other = await createProject(ann);
    const task = await newTask(ann, 'Elsewhere', other);
    await eventsOf(ann, `entity_id=${task}`, 1);
    const found = await page(ann, `project_id=${other}&type=task.created,member.added`);
    expect(found.items.map(({ type }) => type).sort()).toEqual(['member.added', 'task.created']);
    expect((await ann.call('GET', `${EVENTS}?type=task.eaten`)).status).toBe(422);
  });

  test('a waiting request is answered as soon as an event occurs', async () => {
    const { cursor } = await page(ann, 'after=latest');
    const waiting = page(ann, `after=${cursor}&wait=20&type=task.deleted`);
    const task = await newTask(ann);
    await ann.call('DELETE', `/api/v1/tasks/${task}`);
    const { items } = await waiting;
    expect(items.map(({ type, entity }) => [type, entity.id])).toEqual([['task.deleted', task]]);
  });

  test("reports a document's processing, and for a revision the document that it supersedes", async () => {
    const { id } = (await uploadForm(ann, project, bytes('first'), 'a.txt')).body;
    await processed(ann, id);
    const types = async (document: string, count: number) =>
      (await eventsOf(ann, `entity_id=${document}`, count)).map(({ type }) => type);
    const own = await types(id, 3);
    expect(own[0]).toBe('document.received');
    expect(own).toContain('document.processed');
    const path = await uploadByLink(ann, project, bytes('second'), 'b.txt');
    const revised = await ann.call('POST', '/api/v1/documents', recordBody(project, path, { revision_of: id }));
    expect(revised.status, JSON.stringify(revised.body)).toBe(201);
    await eventually(async () => (await types(id, 1)).includes('document.superseded') || undefined);
    await ann.call('DELETE', `/api/v1/documents/${id}`);
    await ann.call('POST', `/api/v1/documents/${id}/restore`);
    const end = await eventually(async () => {
      const all = await types(id, 1);
      return all.includes('document.restored') ? all : undefined;
    });
    expect(end.slice(-2)).toEqual(['document.deleted', 'document.restored']);
  });

  test('the sequence numbers of a project have no gap, and every id occurs once', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, i) => newTask(ann, `Together ${i}`)));
    const items = await eventually(async () => {
      const all = (await page(ann, `project_id=${project}&limit=100`)).items;
      return all.filter(({ values }) => String(values.title).startsWith('Together')).length === 12 ? all : undefined;
    });
    expect(items.map(({ sequence }) => sequence)).toEqual(items.map((_, i) => i + 1));
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  });

  test.each(['x', 'MTIz', Buffer.from('5.1').toString('base64url')])('rejects the cursor %s', async (cursor) => {
    expect((await ann.call('GET', `${EVENTS}?after=${cursor}`)).status).toBe(422);
  });
});

describe('a caller sees', () => {
  test('events of a project only while being its member', async () => {
    const bob = await service.as({ user: 'bob', role: 'member' });
    const secret = await createProject(ann);
    await newTask(ann, 'Secret', secret);
    await eventsOf(ann, `project_id=${secret}`, 3);
    expect((await page(bob)).items).toEqual([]);
    expect((await bob.call('GET', `${EVENTS}?project_id=${secret}`)).status).toBe(404);
    await ann.call('PUT', `/api/v1/projects/${secret}/members/bob`, {});
    expect((await page(bob)).items.filter(({ type }) => type === 'task.created')).toHaveLength(1);
    await ann.call('DELETE', `/api/v1/projects/${secret}/members/bob`);
    expect((await page(bob)).items).toEqual([]);
  });

  test('nothing of another organization', async () => {
    const stranger = await service.as({ user: 'ann', organization: 'elsewhere', role: 'org_admin' });
    expect((await page(stranger)).items).toEqual([]);
  });

  test('changes of external systems only as an administrator, and without secrets', async () => {
    const system = await createSystem(admin, 'https://api.example.com/secret-path', {
      ...{ authentication_type: 'api_key', credentials: { api_key: 'hush' } },
    });
    const [event] = await eventsOf(admin, `entity_id=${system}`, 1);
    expect(event).toMatchObject({ type: 'system.created', project_id: null });
    expect(JSON.stringify(event)).not.toMatch(/hush|secret-path/);
    expect((await page(ann, `entity_id=${system}`)).items).toEqual([]);
    const history = await admin.call('GET', `/api/v1/external-systems/${system}/history`);
    expect(history.body.items.map(({ type }: Shown) => type)).toEqual(['system.created']);
  });

  test('of a deleted project only its deletion, and only as an administrator', async () => {
    const doomed = await createProject(ann);
    await eventsOf(ann, `project_id=${doomed}`, 2);
    expect((await admin.call('DELETE', `/api/v1/projects/${doomed}`)).status).toBeLessThan(300);
    const [event, ...others] = await eventsOf(admin, `entity_id=${doomed}`, 1);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ type: 'project.deleted', project_id: null, actor: { id: 'root' } });
    expect((await page(ann, `entity_id=${doomed}`)).items).toEqual([]);
    expect((await page(admin, 'limit=100')).items.filter(({ project_id }) => project_id === doomed)).toEqual([]);
  });

  test('nothing with a token limited to other scopes', async () => {
    const limited = await service.as({ user: 'ann', role: 'manager', scope: 'events:read' });
    expect((await page(limited)).items).toEqual([]);
    const tasksOnly = await service.as({ user: 'ann', role: 'manager', scope: 'events:read tasks:read' });
    const { items } = await page(tasksOnly, 'limit=100');
    expect(new Set(items.map(({ entity }) => entity.type))).toEqual(new Set(['task']));
  });
});

describe('records', () => {
  const bound = (at: string) => `updated_since=${encodeURIComponent(at)}`;
  const idsOf = async (api: Api, path: string) =>
    ((await api.call('GET', path)).body.items as { id: string }[]).map(({ id }) => id);

  test('state who changed them last, and lists can be filtered by updated_since', async () => {
    const own = await createProject(ann);
    const bob = await service.as({ user: 'bob', role: 'member' });
    await ann.call('PUT', `/api/v1/projects/${own}/members/bob`, {});
    const [changed] = [await newTask(ann, 'Changed', own), await newTask(ann, 'Left', own)];
    const created = (await ann.call('GET', `/api/v1/tasks/${changed}`)).body;
    expect(created.updated_by).toBeNull();
    const { body } = await bob.call('PATCH', `/api/v1/tasks/${changed}`, { status: 'done' });
    expect(body.updated_by).toEqual({ type: 'user', id: 'bob', name: expect.anything() });
    expect(await idsOf(ann, `/api/v1/tasks?project_id=${own}&${bound(body.updated_at)}`)).toEqual([changed]);
    expect(await idsOf(ann, `/api/v1/tasks?project_id=${own}&${bound(created.updated_at)}`)).toHaveLength(2);
    expect(await idsOf(ann, `/api/v1/projects?${bound(body.updated_at)}`)).not.toContain(own);
    const renamed = (await ann.call('PATCH', `/api/v1/projects/${own}`, { description: 'Later' })).body;
    expect(renamed.updated_by).toMatchObject({ id: 'ann' });
    expect(await idsOf(ann, `/api/v1/projects?${bound(renamed.updated_at)}`)).toEqual([own]);
    const members = `/api/v1/projects/${own}/members`;
    expect((await ann.call('GET', `${members}?${bound(renamed.updated_at)}`)).body).toMatchObject({ total: 0 });
    expect((await ann.call('GET', members)).body.total).toBe(2);
  });

  test('state who deleted a document and when, until it is restored', async () => {
    const own = await createProject(ann);
    const [id, other] = [1, 2].map((n) => uploadForm(ann, own, bytes(`deleted ${n}`), `${n}.txt`));
    const document = (await id!).body.id;
    await processed(ann, document);
    await processed(ann, (await other!).body.id);
    const path = `/api/v1/documents/${document}`;
    expect((await ann.call('GET', path)).body).toMatchObject({
      ...{ deleted_at: null, deleted_by: null, updated_by: { type: 'worker', id: 'process-document' } },
    });
    await ann.call('DELETE', path);
    const list = (query: string) => ann.call('GET', `/api/v1/documents?project_id=${own}&${query}`);
    const [deleted] = (await list('is_deleted=true')).body.items;
    expect(deleted).toMatchObject({ deleted_at: deleted.updated_at, deleted_by: { type: 'user', id: 'ann' } });
    const since = bound(deleted.updated_at);
    expect((await list(`is_deleted=true&${since}`)).body.total).toBe(1);
    expect((await list(since)).body.total).toBe(0);
    await ann.call('POST', `${path}/restore`);
    const restored = (await list(since)).body.items;
    expect(restored).toMatchObject([{ id: document, deleted_at: null, deleted_by: null, updated_by: { id: 'ann' } }]);
  });

  test('are filtered by updated_since in every paged list', async () => {
    const own = await createProject(ann);
    const report = { project_id: own, type: 'task_status', format: 'csv' };
    expect((await ann.call('POST', '/api/v1/reports', report)).status).toBeLessThan(300);
    const later = bound(new Date(Date.now() + 60_000).toISOString());
    for (const list of ['reports', 'drawing-comparisons', 'set-comparisons', 'transmittals', 'webhooks', 'tasks']) {
      const { status, body } = await ann.call('GET', `/api/v1/${list}?project_id=${own}&${later}`);
      expect([list, status, body.items, body.total]).toEqual([list, 200, [], 0]);
    }
    expect((await ann.call('GET', `/api/v1/reports?project_id=${own}`)).body.total).toBe(1);
    expect((await admin.call('GET', `/api/v1/external-systems?${later}`)).body).toEqual([]);
    expect((await ann.call('GET', `/api/v1/tasks?updated_since=yesterday`)).status).toBe(422);
  });

  test('are filtered by updated_since in the lists of an organization', async () => {
    const organization = 'of-dates';
    const platform = await service.as({ user: 'root', organization: 'platform', role: 'platform_admin' });
    await platform.call('POST', '/api/v1/organizations', { id: organization, name: 'Of Dates' });
    const boss = await service.as({ user: 'boss', organization, role: 'org_admin' });
    const texts = { name: 'Due', description: 'Due', subject: 'Due', body: 'Due', html_body: '<p>Due</p>' };
    const kind = { template_type: 'notification', notification_type: 'task_assigned' };
    expect((await boss.call('POST', '/api/v1/email-templates', { ...texts, ...kind })).status).toBe(201);
    const [before, later] = [-60_000, 60_000].map((ms) => bound(new Date(Date.now() + ms).toISOString()));
    const templates = async (since = '') => (await boss.call('GET', `/api/v1/email-templates?${since}`)).body as [];
    expect((await templates()).length).toBeGreaterThan(1);
    expect(await templates(before)).toMatchObject([{ name: 'Due' }]);
    expect(await templates(later)).toEqual([]);
    for (const api of [boss, platform]) {
      const organizations = async (since = '') => (await api.call('GET', `/api/v1/organizations?${since}`)).body;
      expect((await organizations(before)).items).toContainEqual(expect.objectContaining({ name: 'Of Dates' }));
      expect((await organizations(later)).items).toEqual([]);
    }
  });
});

describe('histories and audits', () => {
  test('list who did what to a document, newest first, in pages', async () => {
    const { id } = (await uploadForm(ann, project, bytes('history'), 'h.txt')).body;
    await processed(ann, id);
    await ann.call('PATCH', `/api/v1/documents/${id}`, { title: 'Quay wall' });
    const items = await eventually(async () => {
      const { body } = await ann.call('GET', `/api/v1/documents/${id}/history`);
      return body.items[0]?.values.title === 'Quay wall' ? (body.items as Shown[]) : undefined;
    });
    expect(items[0]).toMatchObject({ type: 'document.updated', actor: { type: 'user', id: 'ann' } });
    expect(items.find(({ type }) => type === 'document.processed')?.actor).toMatchObject({
      ...{ type: 'worker', id: 'process-document' },
    });
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await ann.call('GET', `/api/v1/documents/${id}/history?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.items.map((each: Shown) => each.id));
      if (body.cursor === null) break;
      cursor = body.cursor;
    }
    expect(seen).toEqual(items.map((each) => each.id));
    expect((await ann.call('GET', `/api/v1/documents/${id}/history?cursor=eA`)).status).toBe(422);
  });

  test('list the history of a project and of a task', async () => {
    const own = await createProject(ann);
    await ann.call('PATCH', `/api/v1/projects/${own}`, { name: 'Renamed' });
    const task = await newTask(ann, 'Once', own);
    const types = (path: string, count: number) =>
      eventually(async () => {
        const { items } = (await ann.call('GET', path)).body;
        return items.length >= count ? items.map(({ type }: Shown) => type) : undefined;
      });
    expect(await types(`/api/v1/projects/${own}/history`, 2)).toEqual(['project.updated', 'project.created']);
    expect(await types(`/api/v1/tasks/${task}/history`, 1)).toEqual(['task.created']);
  });

  test('the audit of a project counts its events and verifies them', async () => {
    const own = await createProject(ann);
    await newTask(ann, 'Audited', own);
    await eventsOf(ann, `project_id=${own}`, 3);
    const { body } = await ann.call('GET', `/api/v1/projects/${own}/audit`);
    expect(body).toMatchObject({ is_intact: true, events: 3, signed_heads: 0, problems: [] });
  });
});
