import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject, recordBody, uploadByLink, uploadForm } from '../support/documents.ts';
import { type Api, type Service, startService } from '../support/service.ts';

const PATH = '/api/v1/organizations';
let service: Service;
let platform: Api;
beforeAll(async () => {
  service = await startService({ VALIDATE_RESPONSES: '1' }, { idle: true });
  platform = await service.as({ user: 'root', organization: 'platform', role: 'platform_admin' });
});
afterAll(() => service.end());

const made = async (name = 'Harbour Build') => {
  const id = `org-${randomUUID()}`;
  return (await platform.call('POST', PATH, { id, name })).body;
};

test('an organization is created once, with the id that its tokens name', async () => {
  const id = `org-${randomUUID()}`;
  const { status, body, headers } = await platform.call('POST', PATH, { id, name: ' Harbour ', created_by: 7 });
  expect([status, headers.get('etag')]).toEqual([201, '"1"']);
  expect(body).toMatchObject({ id, _id: id, name: 'Harbour', description: null, created_by: { _id: 'root' } });
  expect((await platform.call('POST', PATH, { id, name: 'Again' })).status).toBe(409);
  expect((await platform.call('GET', `${PATH}/${id}`)).body).toEqual(body);
  expect((await platform.call('POST', PATH, { name: 'Unnamed' })).body.id).toMatch(/^[0-9a-f-]{36}$/);
});

test('its users can read it, and its administrator can update it', async () => {
  const [own, other] = [await made(), await made('Rival')];
  const viewer = await service.as({ organization: own.id, role: 'viewer' });
  expect((await viewer.call('GET', PATH)).body).toMatchObject({ items: [own], total: 1 });
  expect((await viewer.call('GET', `${PATH}?page=2`)).body).toMatchObject({ items: [], total: 1 });
  expect((await viewer.call('GET', `${PATH}/${own.id}`)).body).toEqual(own);
  expect((await viewer.call('GET', `${PATH}/${other.id}`)).status).toBe(404);
  const admin = await service.as({ organization: own.id, role: 'org_admin' });
  const patch = (id: string, body: object, version = '"1"') =>
    admin.call('PATCH', `${PATH}/${id}`, body, { 'if-match': version });
  expect((await patch(other.id, { name: 'Mine' })).status).toBe(404);
  expect((await patch(own.id, { name: 'x' }, '"2"')).status).toBe(409);
  expect((await patch(own.id, { colour: 'red' })).status).toBe(422);
  const changed = await patch(own.id, { name: 'Harbour plc', description: 'By the sea' });
  expect(changed.body).toEqual({
    ...own,
    name: 'Harbour plc',
    description: 'By the sea',
    updated_at: expect.any(String),
    updated_by: { type: 'user', id: 'ann', name: 'Ann' },
  });
});

test('a service administrator lists all, newest first, and deletes those without projects', async () => {
  const [first, second] = [await made(), await made()];
  const ids = async () =>
    (await platform.call('GET', `${PATH}?page_size=100`)).body.items.map(({ id }: { id: string }) => id);
  const listed = await ids();
  expect(listed.indexOf(second.id)).toBeLessThan(listed.indexOf(first.id));
  await createProject(await service.as({ organization: first.id }));
  const refused = await platform.call('DELETE', `${PATH}/${first.id}`);
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('projects')]);
  expect((await platform.call('DELETE', `${PATH}/${second.id}`)).status).toBe(204);
  expect((await platform.call('GET', `${PATH}/${second.id}`)).status).toBe(404);
  expect(await ids()).not.toContain(second.id);
});

test('records have the organization as company of their creator, or the company in the token if there is no record', async () => {
  const { id } = await made();
  const companies = async (organization: string) => {
    const api = await service.as({ organization });
    const project = await createProject(api);
    const bytes = () => new TextEncoder().encode(randomUUID());
    const byForm = await uploadForm(api, project, bytes(), 'a.txt');
    const path = await uploadByLink(api, project, bytes(), 'sheet.pdf');
    const byLink = await api.call('POST', '/api/v1/documents', recordBody(project, path));
    const task = await api.call('POST', '/api/v1/tasks', { project_id: project, title: 'Check the slab' });
    return [...[byForm, byLink].map(({ body }) => body.uploaded_by.company), task.body.created_by.company];
  };
  expect(await companies(id)).toEqual(['Harbour Build', 'Harbour Build', 'Harbour Build']);
  const [unnamed] = await companies('nobody-knows');
  expect(unnamed).not.toBe('Harbour Build');
});
