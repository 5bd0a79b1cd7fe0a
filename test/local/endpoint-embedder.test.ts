import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { localEndpoint } from '../../infra/local/endpoints/endpoint.ts';
import { endpointEmbedder } from '../../infra/local/endpoints/endpoint-embedder.ts';
import { startEmbeddingServer } from '../support/embedding-server.ts';

let server: Awaited<ReturnType<typeof startEmbeddingServer>>;
beforeAll(async () => {
  server = await startEmbeddingServer();
});
afterAll(() => server.end());
beforeEach(() => {
  server.asked.length = 0;
  server.statuses.length = 0;
});
const embedder = (more: Record<string, string> = {}) =>
  endpointEmbedder(localEndpoint('EMBEDDER', { EMBEDDER_URL: `${server.url}/v1/`, EMBEDDER_MODEL: 'small', ...more })!);

test('texts are sent in batches with model and key, and return as unit vectors in order', async () => {
  const texts = Array.from({ length: 130 }, (_, i) => (i % 2 === 0 ? 'lift' : 'car'));
  const vectors = await embedder({ EMBEDDER_API_KEY: 'secret' }).embed(texts);
  expect(vectors.map((vector) => vector.indexOf(1))).toEqual(texts.map((text) => (text === 'lift' ? 0 : 1)));
  expect(server.asked.map(({ input }) => input.length)).toEqual([64, 64, 2]);
  expect(server.asked[0]).toMatchObject({ path: '/v1/embeddings', model: 'small', authorization: 'Bearer secret' });
  const [vector] = await embedder().embed(['The lift by the concrete wall']);
  expect(Math.hypot(...vector!)).toBeCloseTo(1, 6);
  expect(server.asked.at(-1)?.authorization).toBeUndefined();
});

test('transient failures are retried for a document, but not for a query; permanent ones never', async () => {
  server.statuses.push(503, 429);
  expect(await embedder().embed(['lift'])).toHaveLength(1);
  expect(server.asked).toHaveLength(3);
  server.statuses.push(400);
  await expect(embedder().embed(['lift'])).rejects.toThrow('small answered 400');
  expect(server.asked).toHaveLength(4);
  server.statuses.push(503);
  await expect(embedder().embed(['lift'], 'query')).rejects.toThrow('small answered 503');
  expect(server.asked).toHaveLength(5);
});

test('without an address there is no embedder, and an invalid address is named', () => {
  expect(localEndpoint('EMBEDDER', { EMBEDDER_MODEL: 'small' })).toBeUndefined();
  expect(() => localEndpoint('EMBEDDER', { EMBEDDER_URL: 'http://localhost:1' })).toThrow(
    'EMBEDDER_MODEL must name the model',
  );
  expect(() => localEndpoint('EMBEDDER', { EMBEDDER_URL: 'ftp://x', EMBEDDER_MODEL: 'm' })).toThrow(
    'EMBEDDER_URL must be',
  );
});
