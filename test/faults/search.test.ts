import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { adapter as searchRead } from '../../shared/aws/adapters/search.read.ts';
import { sqsClient } from '../../shared/aws/clients/sqs-client.ts';
import { folderOfOrganization } from '../../shared/aws/search/folders.ts';
import { indexPlaceOf } from '../../shared/aws/search/index-place.ts';
import { environment } from '../../shared/environment.ts';
import { portsFor } from '../../shared/http/provide.ts';
import { createProject, uploadForm } from '../support/documents.ts';
import { delivery } from '../support/run-worker.ts';
import { indexed, processedNow } from '../support/search.ts';
import { type Api, type Service, startService } from '../support/service.ts';

/** Only the test runs workers. */
let service: Service;
let api: Api;
let project: string;
const documents: string[] = [];
const tasks: string[] = [];
let made = 0;

const upload = async (title: string, content: string) => {
  const bytes = new TextEncoder().encode(content);
  const { id } = (await uploadForm(api, project, bytes, 'a.txt', { title })).body;
  await processedNow(id);
  documents.push(id);
};
const task = async (title: string) =>
  tasks.push((await api.call('POST', '/api/v1/tasks', { project_id: project, title })).body.id);
/** Adds, changes and removes a record of each kind. */
const changeAll = async () => {
  const n = made++;
  await upload(`Harbour wall ${n}`, `The quay rests on piles of round ${n}.`);
  await task(`Inspect quay ${n}`);
  await api.call('PATCH', `/api/v1/documents/${documents.at(-2)}`, { title: `Quay ${n}, second issue` });
  await api.call('DELETE', `/api/v1/documents/${documents.shift()}`);
  const admin = await service.as({ role: 'org_admin' });
  await admin.call('DELETE', `/api/v1/tasks/${tasks.shift()}`);
};

const search = async (query: string) =>
  (await api.call('GET', `/api/v1/search?${new URLSearchParams({ query, limit: '100' })}`)).body;
const QUESTIONS = ['quay', 'inspect', '"rests on piles"', 'harbor'];
interface Item {
  type: string;
  id: string;
  title: string;
}
/** What is found, in any order: scores differ while some rows are not in the index yet. */
const answers = async () => {
  const all = [];
  for (const question of QUESTIONS) {
    const { items, total, facets, is_complete } = await search(question);
    const found = items.map(({ type, id, title }: Item) => `${type} ${id} ${title}`).sort();
    all.push({ question, found, total, facets, is_complete });
  }
  return all;
};
const standing = () => portsFor(['search.index'])['search.index'].check('acme');
const PATIENT = { timeout: 100_000 };
/** The lease of a killed worker expires after half a minute. */
const waitUntilFree = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });

beforeAll(async () => {
  service = await startService({ SLICE_SECONDS: '600' }, { idle: true });
  api = await service.as();
  project = await createProject(api, 'Quay');
  for (let i = 0; i < 8; i++) {
    await upload(`Harbour ${i}`, `The wall of the quay, part ${i}.`);
    await task(`Inspect part ${i}`);
  }
  await indexed('acme');
});
afterAll(() => service.end());
afterEach(() => void vi.useRealTimers());

const killed = async (work: 'follow' | 'rebuild', moment: string, nth: number) => {
  const script = resolve(import.meta.dirname, 'killed-indexer.ts');
  const event = JSON.stringify(delivery({ organization_id: 'acme', task: work }, `killed ${made}`));
  const child = spawn(process.execPath, [script, event, moment, String(nth)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
};

test.each([
  ['follow', 'before', 1],
  ['follow', 'after', 1],
  ['follow', 'before', 2],
  ['follow', 'after', 2],
  ['rebuild', 'after', 1],
  ['rebuild', 'after', 2],
  ['rebuild', 'before', 4],
  ['rebuild', 'after', 4],
] as const)(
  'killing the worker (%s, %s write %i) does not change answers, and the next worker completes the index',
  async (work, moment, nth) => {
    await changeAll();
    const before = await answers();
    expect(before[0]!.found.length).toBeGreaterThan(6);
    await killed(work, moment, nth);
    expect(await answers()).toEqual(before);
    waitUntilFree();
    await indexed('acme');
    expect(await answers()).toEqual(before);
    expect(await standing()).toMatchObject({ missing: [], outdated: [], superfluous: [] });
  },
);

test('a rebuilt index gives the same answers as one that followed the changes', async () => {
  await changeAll();
  await indexed('acme');
  const followed = await answers();
  const rows = await standing();
  await indexed('acme', 'rebuild');
  expect(await answers()).toEqual(followed);
  expect(await standing()).toEqual(rows);
});

/** The tasks of the messages waiting for the index worker. */
const asked = async (): Promise<string[]> => {
  const command = { QueueUrl: environment().SEARCH_QUEUE_URL, MaxNumberOfMessages: 10, WaitTimeSeconds: 0 };
  const { Messages = [] } = await sqsClient().send(new ReceiveMessageCommand(command));
  return Messages.map(({ Body }) => JSON.parse(Body!).task);
};

test('a lost message does not affect answers, and searching requests the index again', async () => {
  await changeAll();
  await asked();
  const before = await answers();
  expect(await asked()).toEqual([]);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
  expect(await answers()).toEqual(before);
  await vi.waitFor(async () => expect(await asked()).toEqual(['follow']), PATIENT);
  await indexed('acme');
  expect(await answers()).toEqual(before);
  expect(await standing()).toMatchObject({ missing: [], outdated: [], superfluous: [] });
});

test('a lost index is reported, requested and rebuilt', async () => {
  await indexed('acme');
  const before = await answers();
  const { blobs } = indexPlaceOf(environment());
  const lost = await blobs.list(`${folderOfOrganization('acme')}/`);
  expect(lost.length).toBeGreaterThan(0);
  await blobs.remove(lost.map(({ key }) => key));
  expect(await standing()).toBeUndefined();
  // A cold function; a warm one may have the whole index in memory.
  await asked();
  const cold = searchRead(environment());
  const request = { text: 'quay', floor: 0.3, projects: 'all', skip: 0, limit: 100 } as const;
  const { isComplete, items } = await cold.find('acme', request);
  expect(isComplete).toBe(false);
  expect(items.map(({ title }) => title)).toContain(`Harbour wall ${made - 1}`);
  await vi.waitFor(async () => expect(await asked()).toEqual(['follow']), PATIENT);
  await indexed('acme');
  expect((await cold.find('acme', request)).isComplete).toBe(true);
  expect(await answers()).toEqual(before);
  expect(await standing()).toMatchObject({ missing: [], outdated: [], superfluous: [] });
});
