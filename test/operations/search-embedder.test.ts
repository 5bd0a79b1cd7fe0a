import { afterAll, beforeAll, expect, test } from 'vitest';
import { portsFor } from '../../shared/http/provide.ts';
import { createProject, uploadForm } from '../support/documents.ts';
import { startEmbeddingServer } from '../support/embedding-server.ts';
import { indexed, processedNow } from '../support/search.ts';
import { type Api, type Service, startService } from '../support/service.ts';

/** The embedder is a configured endpoint; only the test runs workers. */
let service: Service;
let server: Awaited<ReturnType<typeof startEmbeddingServer>>;
let api: Api;
let lift: string;

const search = async (query: string) =>
  (await api.call('GET', `/api/v1/search?${new URLSearchParams({ query })}`)).body;
const found = async (query: string) => (await search(query)).items.map(({ id }: { id: string }) => id);

beforeAll(async () => {
  server = await startEmbeddingServer();
  const environment = { EMBEDDER_URL: `${server.url}/v1`, EMBEDDER_MODEL: 'meanings', SLICE_SECONDS: '600' };
  service = await startService(environment, { idle: true });
  api = await service.as();
  const project = await createProject(api, 'Tower');
  const upload = async (title: string, text: string) =>
    (await uploadForm(api, project, new TextEncoder().encode(text), 'a.txt', { title })).body.id;
  lift = await upload('Core', 'The lift stands in the core.');
  const others = [await upload('Ramp', 'Every car uses the ramp.'), await upload('Wall', 'Cement of the wall.')];
  await processedNow(lift, ...others);
  await indexed('acme');
});
afterAll(async () => {
  await service.end();
  await server.end();
});

test('synonyms are found, and the response names the model as semantic', async () => {
  const { items, ranking } = await search('elevator');
  expect(items.map(({ id }: { id: string }) => id)).toEqual([lift]);
  expect(ranking).toEqual({ model: 'meanings', is_semantic: true });
});

test('while the endpoint does not respond, search uses words only and says so', async () => {
  server.statuses.push(503, 503);
  expect(await search('lift')).toMatchObject({ ranking: { model: null, is_semantic: false }, items: [{ id: lift }] });
  expect(await found('elevator')).toEqual([]);
  expect(await found('elevator')).toEqual([lift]);
});

test('changing the model rebuilds the index; until then search uses words only', async () => {
  const model = async () => (await portsFor(['search.index'])['search.index'].check('acme'))?.model;
  expect(await model()).toBe('meanings');
  process.env.EMBEDDER_MODEL = 'meanings-2';
  const { provide } = await import('../../shared/http/provide.ts');
  const { localAdapters } = await import('../../infra/local/adapters.ts');
  provide(localAdapters);
  expect(await found('elevator')).toEqual([]);
  expect(await found('lift')).toEqual([lift]);
  await indexed('acme');
  expect(await model()).toBe('meanings-2');
  expect(await found('elevator')).toEqual([lift]);
});
