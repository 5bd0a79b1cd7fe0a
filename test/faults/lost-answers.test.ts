import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startDynamoDb } from '../../infra/local/dynamodb/dynamodb.ts';
import { createProject, formOf, processed, recordBody, uploadByLink, uploadForm } from '../support/documents.ts';
import { startLossyProxy } from '../support/lossy-proxy.ts';
import { notificationsOf } from '../support/notifications.ts';
import { type Answer, type Api, type Service, startService } from '../support/service.ts';

const DOCUMENTS = '/api/v1/documents';
const bytes = (text: string) => new TextEncoder().encode(text);

let folder: string;
let table: Awaited<ReturnType<typeof startDynamoDb>>;
let proxy: Awaited<ReturnType<typeof startLossyProxy>>;
let service: Service;
let api: Api;
let project: string;
let document: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lossy-'));
  table = await startDynamoDb(folder);
  proxy = await startLossyProxy(table.endpoint);
  service = await startService(
    { VALIDATE_RESPONSES: '1', AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint },
    { limited: true },
  );
  api = await service.as();
  project = await createProject(api);
  document = (await uploadForm(api, project, bytes('first'), 'a.txt')).body.id;
  await processed(api, document);
});
afterAll(async () => {
  await service.end();
  await proxy.stop();
  await table.stop();
  await rm(folder, { recursive: true, force: true });
});

const isTransaction = (operation: string) => operation === 'TransactWriteItems';
const version = async (): Promise<number> =>
  Number((await api.call('GET', `${DOCUMENTS}/${document}`)).headers.get('etag')?.replaceAll('"', ''));

test.each([
  ['PATCH', '', { title: 'Renamed' }, 200],
  ['PUT', '/content', { content: 'other words' }, 200],
  ['DELETE', '', undefined, 200],
  ['POST', '/restore', undefined, 200],
] as const)(
  '%s of a document%s takes effect once although its response was lost',
  async (method, path, body, status) => {
    const before = await version();
    const act = () => api.call(method, `${DOCUMENTS}/${document}${path}`, body);
    const { result, lost } = await proxy.losing(1, isTransaction, act);
    expect([lost, result.status]).toEqual([1, status]);
    expect(await version()).toBe(before + 1);
  },
);

test('a create whose response was lost creates one document', async () => {
  const storePath = await uploadByLink(api, project, bytes('created once'), 'b.txt');
  const body = recordBody(project, storePath, { filename: 'b.txt', title: 'Created once' });
  const record = () => api.call('POST', DOCUMENTS, body);
  const form = () => api.call('POST', DOCUMENTS, formOf(project, bytes('form once'), 'c.txt', { title: 'Form once' }));
  for (const act of [record, form]) {
    const { result, lost } = await proxy.losing<Answer>(1, isTransaction, act);
    expect([lost, result.status]).toEqual([1, 201]);
    expect((await processed(api, result.body.id)).processing_status).toBe('PROCESSED');
  }
  const { items } = (await api.call('GET', `${DOCUMENTS}?project_id=${project}&size=100`)).body;
  expect(items.filter(({ title }: { title: string }) => / once$/.test(title))).toHaveLength(2);
});

test('people are notified once of a task whose create and update lost their responses', async () => {
  const taskNotifications = async () =>
    (await notificationsOf('acme')).filter(({ entity_type }) => entity_type === 'task');
  const asked = { title: 'Check', project_id: project, assignee_email: 'bob@example.com' };
  const create = () => api.call('POST', '/api/v1/tasks', asked);
  const made = await proxy.losing<Answer>(1, isTransaction, create);
  expect([made.lost, made.result.status]).toEqual([1, 201]);
  expect((await taskNotifications()).map(({ type }) => type)).toEqual(['task_assigned']);
  const change = () => api.call('PATCH', `/api/v1/tasks/${made.result.body.id}`, { status: 'done' });
  const changed = await proxy.losing<Answer>(1, isTransaction, change);
  expect([changed.lost, changed.result.status]).toEqual([1, 200]);
  expect((await taskNotifications()).map(({ type }) => type).sort()).toEqual(['task_assigned', 'task_updated']);
});

test('a reprocess whose response was lost is accepted once', async () => {
  const act = () => api.call('POST', `${DOCUMENTS}/${document}/reprocess`);
  const { result, lost } = await proxy.losing(1, isTransaction, act);
  expect([lost, result.status]).toEqual([1, 202]);
  expect((await processed(api, document)).processing_status).toBe('PROCESSED');
});

test('a worker that loses the first response to every call finishes', async () => {
  const seen = new Set<string>();
  const first = (operation: string, body: string) => {
    const isWrite = !/^(Get|BatchGet|Query|Describe)/.test(operation);
    const key = operation + body.replace(/"ClientRequestToken":"[^"]*"/, '');
    return isWrite && !seen.has(key) && Boolean(seen.add(key));
  };
  const { result, lost } = await proxy.losing(1000, first, async () => {
    const { status, body } = await uploadForm(api, project, bytes('words for chunks '.repeat(400)), 'd.txt');
    expect(status).toBe(201);
    return processed(api, body.id);
  });
  expect(lost).toBeGreaterThan(5);
  expect(result).toMatchObject({ processing_status: 'PROCESSED', error: null });
  expect(result.version_history).toHaveLength(1);
});

test('a create that died before storing its response returns its own document when repeated', async () => {
  const { portsFor } = await import('../../shared/http/provide.ts');
  const store = portsFor(['idempotency.write'])['idempotency.write'];
  const form = () => formOf(project, bytes('sent again'), 'e.txt', { title: 'Sent again' });
  const storePath = await uploadByLink(api, project, bytes('registered again'), 'f.txt');
  const body = recordBody(project, storePath, { title: 'Registered again' });
  const sends = [
    (key: string) => api.call('POST', DOCUMENTS, form(), { 'idempotency-key': key }),
    (key: string) => api.call('POST', DOCUMENTS, body, { 'idempotency-key': key }),
  ];
  for (const [i, send] of sends.entries()) {
    vi.spyOn(store, 'complete').mockRejectedValueOnce(new Error('died'));
    const first = await send(`again-${i}`);
    expect(first.status).toBe(201);
    await processed(api, first.body.id);
    expect((await send(`again-${i}`)).status).toBe(409);
    // The claim of a run that can no longer be alive is taken over.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 240_000 });
    try {
      const second = await send(`again-${i}`);
      expect([second.status, second.body.id, second.headers.get('idempotent-replayed')]).toEqual([
        201,
        first.body.id,
        null,
      ]);
    } finally {
      vi.useRealTimers();
    }
  }
  const { items } = (await api.call('GET', `${DOCUMENTS}?project_id=${project}&size=100`)).body;
  expect(items.filter(({ title }: { title: string }) => / again$/.test(title))).toHaveLength(2);
});
