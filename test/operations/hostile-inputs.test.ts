import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf } from '../faults/support/race.ts';
import { createProject, processed, recordBody, uploadForm } from '../support/documents.ts';
import { delivery, runWorker } from '../support/run-worker.ts';
import { type Api, type Service, startService } from '../support/service.ts';

let service: Service;
let api: Api;
let project: string;
let token: string;
beforeAll(async () => {
  service = await startService({ VALIDATE_RESPONSES: '1', RATE_LIMIT_PER_MINUTE: '10000' }, { followed: false });
  api = await service.as();
  project = await createProject(api);
  token = await service.token({});
});
afterAll(() => service.end());

const UPLOAD = '01980000-0000-7000-8000-00000000000b';
const KEYS: Record<string, string> = {
  'an empty key': '',
  'a slash': '/',
  'a key outside of the layout': 'other/acme/file.pdf',
  'a folder': `uploads/acme/${UPLOAD}/`,
  'empty parts': 'uploads//////a.pdf',
  'parent folders': `uploads/../../acme/${UPLOAD}/a.pdf`,
  'a parent folder as the organization': `uploads/../${UPLOAD}/a.pdf`,
  'a parent folder as the upload': 'uploads/acme/../a.pdf',
  'plus signs': `uploads/acme/${UPLOAD}/a+b++c.pdf`,
  'encoded slashes': `uploads/acme/..%2F..%2Fother%2F${UPLOAD}/a.pdf`,
  'encoded twice': `uploads/acme/%2525/a.pdf`,
  'a percent sign': `uploads/acme/${UPLOAD}/100%.pdf`,
  'a broken encoding': 'uploads/%E0%A4%A/%ZZ/a.pdf',
  'half a character': `uploads/acme/%ED%A0%80/a.pdf`,
  'an encoded zero byte': `uploads/acme/%00/a.pdf`,
  'a long organization': `uploads/${'o'.repeat(900)}/${UPLOAD}/a.pdf`,
  'a long upload': `uploads/acme/${'u'.repeat(1000)}/a.pdf`,
  'a long upload that grows by encoding': `uploads/acme/${'漢'.repeat(330)}/a.pdf`,
  'a long upload that grows in a key': `uploads/acme/${'#'.repeat(1000)}/a.pdf`,
  'names of keys in the table': 'uploads/acme#UPLOAD/ORG%23acme/a.pdf',
  'a prototype': 'uploads/__proto__/constructor/a.pdf',
  'a form of a form': `uploads/acme/form/${UPLOAD}/form/a.pdf`,
};

test.each(Object.entries(KEYS))('an S3 event with %s is ignored', async (_name, key) => {
  const event = { Records: [{ eventName: 'ObjectCreated:Put', s3: { object: { key } } }] };
  const raw = await runWorker('receive-upload', delivery(event, 'raw'));
  expect(raw.batchItemFailures).toEqual([]);
  const encoded = encodeURIComponent(key).replaceAll('%20', '+').replaceAll('%2F', '/');
  const sent = { Records: [{ eventName: 'ObjectCreated:Put', s3: { object: { key: encoded } } }] };
  expect((await runWorker('receive-upload', delivery(sent, 'encoded'))).batchItemFailures).toEqual([]);
});

test('a file with an unusual name is matched when it arrives', async () => {
  const filename = '100% über+unter #1 & (a b)~.txt';
  const asked = { project_id: project, filename, file_size: 5 };
  const { store_path, url, headers } = (await api.call('POST', '/api/v1/uploads', asked)).body;
  const body = recordBody(project, store_path, { filename, processing_status: 'PENDING' });
  expect((await api.call('POST', '/api/v1/documents', body)).status).toBe(201);
  expect((await fetch(url, { method: 'PUT', headers, body: 'quays' })).status).toBe(200);
  expect(await processed(api, body.document_id)).toMatchObject({ filename, content: 'quays' });
});

test.each(Object.entries(KEYS))('%s is rejected as store_path', async (_name, key) => {
  const { status, body, text } = await api.call('POST', '/api/v1/documents', recordBody(project, key));
  expect(status, text).toBe(422);
  expect(JSON.stringify(body), text).toContain('store_path');
});

const WIDE = 100_000;
test.each([
  ['comma', ','],
  ['semicolon', ';'],
  ['tab', '\t'],
])('a table of 100,000 columns, separated by a %s, is read as text', async (name, separator) => {
  const row = (prefix: string) => Array.from({ length: WIDE }, (_, i) => `${prefix}${i}`).join(separator);
  const csv = new TextEncoder().encode(`${row(`${name} `)}\n${row('')}\n`);
  const { status, body } = await uploadForm(api, project, csv, `${name}.csv`);
  expect(status).toBe(201);
  const document = await processed(api, body.id);
  expect([document.processing_status, document.error]).toEqual(['PROCESSED', null]);
  expect(document.content).toContain(`${name} 0`);
  expect(document.content).toContain(`${name} ${WIDE - 1}`);
});

/** Operations that search, with the name of the query parameter. */
const SEARCHES = [
  ['search', 'query'],
  ['suggest', 'q'],
  ['search-documents', 'query'],
  ['list-tasks', 'query'],
  ['list-projects', 'query'],
] as const;
test.each(SEARCHES)('%s names the parameter of an overlong query', async (id, name) => {
  const call = callerOf(service, token);
  for (const text of [
    'q'.repeat(100_000),
    '%20'.repeat(33_000) + 'q'.repeat(1_000),
    encodeURIComponent('漢 '.repeat(10_000)),
  ]) {
    const { status, body } = await call(id, { query: `project_id=${project}&${name}=${text}` });
    expect(status).toBe(422);
    expect(body.detail).toMatchObject([{ loc: ['query', name], msg: expect.stringMatching(/at most \d+ characters/) }]);
  }
  // Through the gateway, the request line itself is too long.
  const path = service.operations.find(({ operation }) => operation.id === id)?.operation.path;
  expect((await api.call('GET', `${path}?${name}=${'q'.repeat(100_000)}`)).status).toBe(431);
});

test.each([
  [1_000, /query/],
  [100_000, /larger than 16 KB/],
])('a tool of an agent rejects a query of %i characters', async (length, reason) => {
  const params = { name: 'search', arguments: { query: 'q'.repeat(length) } };
  const accept = { accept: 'application/json, text/event-stream' };
  const asked = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const { status, body, text } = await api.call('POST', '/mcp', asked, accept);
  expect([status, body.result?.isError], text).toEqual([200, true]);
  expect(text).toMatch(reason);
});
