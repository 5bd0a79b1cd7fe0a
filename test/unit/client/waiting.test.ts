import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createApi, processed } from '../../../client/client.ts';
import { collectGarbage } from '../../support/collect-garbage.ts';

const EVENTS = '/api/v1/events';

/**
 * A service with documents whose status the test sets. Requests for events wait until the test answers them.
 *
 * @param eventsStatus the status of every request for events; successful by default
 */
const startDocuments = async (eventsStatus = 200) => {
  const statuses = new Map<string, string>();
  const reads: string[] = [];
  const waiting: ServerResponse[] = [];
  const places: string[] = [];
  let closed = 0;
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    if (pathname !== EVENTS) {
      const id = pathname.split('/').at(-1) ?? '';
      reads.push(id);
      return answer(200, { id, processing_status: statuses.get(id) ?? 'QUEUED', text_status: 'none' });
    }
    if (eventsStatus !== 200) return answer(eventsStatus, { detail: 'No', code: 'no' });
    places.push(searchParams.get('after') ?? '');
    if (searchParams.get('after') === 'latest') return answer(200, { items: [], cursor: 'place-0', has_more: false });
    waiting.push(response);
    response.on('close', () => closed++);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    ...{ statuses, reads, waiting, places, closed: () => closed },
    api: createApi({ baseUrl: `http://127.0.0.1:${port}`, token: 't', retries: 0 }),
    /** Answers the pending request with an event of each of these documents. */
    tell: (...ids: string[]) => {
      const items = ids.map((id) => ({ entity: { type: 'document', id } }));
      const body = JSON.stringify({ items, cursor: `place-${places.length}`, has_more: false });
      waiting.at(-1)?.writeHead(200, { 'content-type': 'application/json' }).end(body);
    },
  };
};

test('several documents are awaited with one request, and read again only when they change', async () => {
  const service = await startDocuments();
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const all = Promise.all(ids.map((id) => processed(service.api, id)));
  await expect.poll(() => service.waiting.length).toBe(1);
  await expect.poll(() => service.reads.length).toBe(5);
  service.statuses.set('a', 'PROCESSING');
  service.tell('a', 'another');
  await expect.poll(() => service.waiting.length).toBe(2);
  await expect.poll(() => service.reads.length).toBe(6);
  for (const id of ids) service.statuses.set(id, 'PROCESSED');
  service.tell(...ids);
  expect((await all).map(({ processing_status }) => processing_status)).toEqual(Array(5).fill('PROCESSED'));
  expect(service.reads.filter((id) => id === 'a')).toHaveLength(3);
  expect(service.reads.filter((id) => id === 'b')).toHaveLength(2);
  expect(service.places.slice(0, 3)).toEqual(['latest', 'place-0', 'place-2']);
  // No request is still pending, so that a program can exit.
  await expect.poll(service.closed).toBe(service.waiting.length);
});

test('a document that changes before the first read is not missed', async () => {
  const service = await startDocuments();
  service.statuses.set('a', 'PROCESSED');
  expect(await processed(service.api, 'a')).toMatchObject({ processing_status: 'PROCESSED' });
  expect([service.reads, service.places[0]]).toEqual([['a'], 'latest']);
  service.statuses.delete('b');
  const later = processed(service.api, 'b');
  await expect.poll(() => service.reads.includes('b') && service.places.filter((at) => at === 'latest').length).toBe(2);
  service.statuses.set('b', 'FAILED');
  await expect.poll(() => service.waiting.at(-1)?.closed).toBe(false);
  service.tell('b');
  expect(await later).toMatchObject({ processing_status: 'FAILED' });
});

test.each([403, 404, 500])(
  'if requests for events are answered with %i, documents are polled until they are done',
  async (status) => {
    const service = await startDocuments(status);
    const waiting = processed(service.api, 'a');
    await expect.poll(() => service.reads.length).toBeGreaterThan(1);
    service.statuses.set('a', 'PROCESSED');
    expect(await waiting).toMatchObject({ processing_status: 'PROCESSED' });
  },
);

test('the timeout applies even if no event arrives', async () => {
  const service = await startDocuments();
  await expect(processed(service.api, 'a', { timeout: 0.3 })).rejects.toThrow('Still QUEUED after 0.3 seconds');
  await expect.poll(service.closed).toBe(service.waiting.length);
});

test('a request is aborted by its signal although garbage was collected', async () => {
  const service = await startDocuments();
  const stop = new AbortController();
  const query = { after: 'place-0', wait: 20 };
  const reading = service.api.GET(EVENTS, { params: { query }, signal: stop.signal });
  await expect.poll(() => service.waiting.length).toBe(1);
  await collectGarbage(50);
  stop.abort();
  await expect(reading).rejects.toThrow('aborted');
  await expect.poll(service.closed).toBe(1);
});
