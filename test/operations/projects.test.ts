import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, type Service, startService } from '../support/service.ts';

const PATH = '/api/v1/projects';
let service: Service;
let manager: Api;
beforeAll(async () => {
  service = await startService({ VALIDATE_RESPONSES: '1' }, { idle: true });
  manager = await service.as();
});
afterAll(() => service.end());

test('a project is made with what the caller says, and what the server owns is the server’s', async () => {
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

test('a project of another organization is refused, unknown fields too', async () => {
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
