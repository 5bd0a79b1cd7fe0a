import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../functions/registry.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { createProject, formOf, processed, recordBody, uploadByLink, uploadForm } from '../support/documents.ts';
import { type Answer, type Api, type Service, startService } from '../support/service.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const long = (length: number) => 'x'.repeat(length);
const DOCUMENTS = '/api/v1/documents';
const UPLOADS = '/api/v1/uploads';

let service: Service;
let api: Api;
let project: string;
let document: string;
let version: string;
let storePath: string;
let parted: string;

beforeAll(async () => {
  // Every answer of this service must match its operation's declared schema exactly.
  service = await startService({ VALIDATE_RESPONSES: '1' }, { followed: false });
  api = await service.as();
  project = await createProject(api);
  storePath = await uploadByLink(api, project, bytes('stored once'), 'a.txt');
  document = (await uploadForm(api, project, bytes('some words'), 'b.txt')).body.id;
  const asked = { project_id: project, filename: 'a.bin', file_size: 40_000_000, multipart: true };
  parted = (await api.call('POST', UPLOADS, asked)).body.upload_id;
  version = (await processed(api, document)).latest_version;
});
afterAll(() => service.end());

const refusedAt = (answer: Answer, ...loc: string[]) => {
  expect(answer.body.detail).toEqual(
    expect.arrayContaining([{ loc, msg: expect.any(String), type: expect.any(String) }]),
  );
  expect(answer.status).toBe(422);
};

const record = (more: Record<string, unknown> = {}) => recordBody(project, storePath, more);
const upload = (more: Record<string, unknown> = {}) => ({
  project_id: project,
  filename: 'a.pdf',
  file_size: 10,
  ...more,
});

/** Body fields at their limits: an accepted value, a rejected one, and the location of the error. */
type Bound = [field: string, taken: unknown, refused: unknown, at?: string[]];

const texts: Bound[] = [
  ['title', long(512), long(513)],
  ['description', long(8192), long(8193)],
  ['summary', long(8192), long(8193)],
  ['purpose', long(8192), long(8193)],
  ['keywords', Array(50).fill('k'), Array(51).fill('k')],
  ['keywords', [long(64)], ['a', long(65)], ['keywords', '1']],
  ['document_type', 'drawing', 'BLUEPRINT'],
  ['document_reference', long(256), long(257)],
  ['revision', long(64), long(65)],
  ['category', long(256), long(257)],
  ['title', null, 7],
  ['title', 'Höhe – 界 😀', 'a\nb'],
  ['document_reference', 'A-101 / 2', 'a\rb'],
  ['revision', 'P01', 'P\u0000'],
  ['category', 'plans', 'a\tb'],
  ['keywords', ['two words'], ['a', 'b\u0085'], ['keywords', '1']],
  ['description', 'two\r\nlines\tand a tab', 'a\u0000b'],
  ['summary', 'two\nlines', 'a\u0000b'],
  ['purpose', 'two\nlines', 'a\u0000b'],
  ['content', 'two\nlines\fand a page', 'a\u0000b'],
];

describe('create-document', () => {
  const bounds: Bound[] = [
    ...texts,
    ['filename', long(255), long(256)],
    ['filename', 'Grundriß 1%20 +#?.pdf', 'a/b.pdf'],
    ['filename', '...', '..'],
    ['filename', 'a', ''],
    ['filename', 'a b', 'a\\b'],
    ['filename', 'a', 'a\u0000b'],
    ['document_id', 'A.b_c-9', 'a b'],
    ['document_id', long(128), long(129)],
    ['document_id', 'z', ''],
    ['document_id', '.z', '..'],
    ['document_id', 'Search', 'search'],
    ['status', 'issued_for_construction', 'done'],
    ['status', null, 'Draft'],
    ['processing_status', 'ACCEPTED', 'DONE'],
    ['file_size', 0, -1],
    ['auto_generated', true, 'yes'],
    ['virtual_document_version', 3, 1.5],
    ['file_handling_tier', 'FULL', 'SOME'],
    ['uploaded_by', { _id: 'x', name: null }, { secret: 1 }, ['uploaded_by', 'secret']],
  ];
  test.each(bounds)('accepts %s at its limit and rejects it beyond', async (field, taken, refused, at = [field]) => {
    const answer = await api.call('POST', DOCUMENTS, record({ [field]: taken }));
    expect(answer.status, answer.text.slice(0, 300)).toBe(201);
    refusedAt(await api.call('POST', DOCUMENTS, record({ [field]: refused })), 'body', ...at);
  });

  test.each(['document_id', 'filename', 'store_path', 'project_id', 'processing_status'])(
    'requires %s',
    async (field) => {
      const { [field]: _left, ...body } = record() as Record<string, unknown>;
      const answer = await api.call('POST', DOCUMENTS, body);
      expect(answer.body.detail).toEqual([{ loc: ['body', field], msg: 'Field required', type: 'missing' }]);
    },
  );

  test('accepts a form with a file, and rejects one without it, or with a repeated, unknown or too long field', async () => {
    const send = (change: (form: FormData) => void) => {
      const form = formOf(project, bytes(randomUUID()), 'c.txt', { document_type: 'specification' });
      change(form);
      return api.call('POST', DOCUMENTS, form);
    };
    const taken = await send((form) => form.set('title', long(512)));
    expect(taken.status).toBe(201);
    expect(taken.body).toMatchObject({ document_type: 'SPECIFICATION', filename: 'c.txt', file_size: 36 });
    refusedAt(await send((form) => form.delete('file')), 'body', 'file');
    const twice = await send((form) => {
      form.append('title', 'a');
      form.append('title', 'b');
    });
    refusedAt(twice, 'body', 'title');
    refusedAt(await send((form) => form.set('title', long(513))), 'body', 'title');
    refusedAt(await send((form) => form.set('titel', 'x')), 'body', 'titel');
    refusedAt(await send((form) => form.set('document_type', 'POEM')), 'body', 'document_type');
    refusedAt(await send((form) => form.delete('project_id')), 'body', 'project_id');
    for (const name of [long(256), '..']) {
      refusedAt(await send((form) => form.set('file', new Blob(['x']), name)), 'body', 'file');
    }
  });

  test('accepts files up to 4 MB and points larger ones to the uploads', async () => {
    const size = 4 * 1024 * 1024;
    expect((await uploadForm(api, project, new Uint8Array(size).fill(1), 'big.bin')).status).toBe(201);
    const answer = await uploadForm(api, project, new Uint8Array(size + 1), 'bigger.bin');
    expect([answer.status, answer.body.detail]).toEqual([413, expect.stringContaining('POST /api/v1/uploads')]);
    const json = await api.call('POST', DOCUMENTS, record({ content: long(7_000_000) }));
    expect([json.status, json.body.detail]).toEqual([413, expect.stringContaining('POST /api/v1/uploads')]);
  });

  test('rejects invalid multipart framing', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    expect((await api.call('POST', DOCUMENTS, '--y\r\nbroken', headers)).status).toBe(400);
    const none = { 'content-type': 'multipart/form-data' };
    expect((await api.call('POST', DOCUMENTS, 'x', none)).status).toBe(400);
  });
});

describe('update-document', () => {
  const patch = (body: unknown, headers?: Record<string, string>) =>
    api.call('PATCH', `${DOCUMENTS}/${document}`, body, headers);
  const bounds: Bound[] = [
    ...texts,
    ['status', long(64), long(65)],
    ['status', 'whatever', ''],
    ['status', 'for review', 'for\nreview'],
    ['keywords', null, 'a'],
    ['processing_status', null, 'DONE'],
  ];
  test.each(bounds)('accepts %s at its limit and rejects it beyond', async (field, taken, refused, at = [field]) => {
    const answer = await patch({ [field]: taken });
    expect(answer.status, answer.text.slice(0, 300)).toBe(200);
    refusedAt(await patch({ [field]: refused }), 'body', ...at);
  });

  test('returns the whole document with the requested change and no other', async () => {
    const before = (await patch({})).body;
    const { body } = await patch({ title: 'Other', keywords: ['a', 'b'] });
    const metadata = { ...before.metadata, title: 'Other', keywords: ['a', 'b'] };
    expect(body).toEqual({
      ...before,
      title: 'Other',
      keywords: ['a', 'b'],
      metadata,
      updated_at: expect.any(String),
    });
  });

  test('rejects an invalid If-Match', async () => {
    for (const tag of ['5', '"1", "2"', '']) expect((await patch({}, { 'if-match': tag })).status).toBe(400);
    expect((await patch({}, { 'if-match': '*' })).status).toBe(200);
  });
});

describe('content', () => {
  const put = (content: unknown) => api.call('PUT', `${DOCUMENTS}/${document}/content`, { content });

  test('accepts exactly 5 MB of UTF-8 at most', async () => {
    const most = `${'é'.repeat(2_000_000)}${long(1_000_000)}`;
    const answer = await put(most);
    expect(answer.status).toBe(200);
    expect(answer.body.content).toBe(most);
    refusedAt(await put(`${most}x`), 'body', 'content');
    const read = await api.call('GET', `${DOCUMENTS}/${document}`);
    expect(read.body.content === most).toBe(true);
    await put('short again');
  });

  test('rejects anything but text', async () => {
    for (const content of [null, 7, ['a']]) refusedAt(await put(content), 'body', 'content');
  });
});

describe('links and identifiers', () => {
  const links = (body: unknown) => api.call('POST', `${DOCUMENTS}/downloads`, body);
  test('batch links expire in 300 to 86400 seconds, for 1 to 100 documents', async () => {
    for (const expiration of [300, 86_400]) {
      const { status, body } = await links({ document_ids: [document], expiration });
      expect([status, body.downloads.length]).toEqual([200, 1]);
      expect(Object.values(body.downloads[0]).every((value) => typeof value === 'string')).toBe(true);
    }
    for (const expiration of [299, 86_401, 300.5, '300', null]) {
      refusedAt(await links({ document_ids: [document], expiration }), 'body', 'expiration');
    }
    expect((await links({ document_ids: Array(100).fill(document) })).body.downloads).toHaveLength(100);
    refusedAt(await links({ document_ids: Array(101).fill(document) }), 'body', 'document_ids');
    refusedAt(await links({ document_ids: [] }), 'body', 'document_ids');
    refusedAt(await links({ document_ids: [document, 'a/b'] }), 'body', 'document_ids', '1');
    expect((await links({ document_ids: [document, 'missing'] })).status).toBe(404);
  });

  test('by-ids accepts 1 to 100 identifiers', async () => {
    const read = (ids: string[]) => api.call('GET', `${DOCUMENTS}/by-ids?ids=${ids}`);
    expect((await read(Array(100).fill(document))).body).toHaveLength(100);
    refusedAt(await read(Array(101).fill(document)), 'query', 'ids');
    refusedAt(await read([]), 'query', 'ids', '0');
    refusedAt(await read([document, 'a*b']), 'query', 'ids', '1');
    refusedAt(await api.call('GET', `${DOCUMENTS}/by-ids`), 'query', 'ids');
  });
});

describe('uploads', () => {
  const bounds: Bound[] = [
    ['filename', long(255), long(256)],
    ['filename', 'a', 'a/b'],
    ['file_size', 0, -1],
    ['file_size', 5 * 1024 ** 3, 5 * 1024 ** 3 + 1],
    ['file_size', 1, 1.5],
    ['file_size', 1, '1'],
    ['mime_type', 'application/pdf', 'pdf'],
    ['sha256', 'A'.repeat(64), 'a'.repeat(63)],
    ['method', 'POST', 'PATCH'],
    ['multipart', true, 'yes'],
  ];
  test.each(bounds)('presign accepts %s at its limit and rejects it beyond', async (field, taken, refused) => {
    expect((await api.call('POST', UPLOADS, upload({ [field]: taken }))).status).toBe(201);
    refusedAt(await api.call('POST', UPLOADS, upload({ [field]: refused })), 'body', field);
  });

  test('files up to 64 MiB are uploaded in one request, larger ones, or any on request, in parts', async () => {
    const one = await api.call('POST', UPLOADS, upload({ file_size: 64 * 1024 ** 2 }));
    expect(one.body).toMatchObject({ method: 'PUT', url: expect.any(String), headers: expect.any(Object), fields: {} });
    const parts = await api.call('POST', UPLOADS, upload({ file_size: 64 * 1024 ** 2 + 1 }));
    expect(parts.body).toMatchObject({ part_size: 16 * 1024 ** 2, part_count: 5 });
    expect((await api.call('POST', UPLOADS, upload({ multipart: true }))).body.part_count).toBe(1);
  });

  test('signs 1 to 100 existing parts of the file', async () => {
    const sign = (part_numbers: unknown) => api.call('POST', `${UPLOADS}/${parted}/parts`, { part_numbers });
    const signed = await sign([3, 1]);
    expect(signed.body.parts).toMatchObject([
      { part_number: 3, method: 'PUT', size: 40_000_000 - 2 * 16 * 1024 ** 2 },
      { part_number: 1, size: 16 * 1024 ** 2 },
    ]);
    refusedAt(await sign([]), 'body', 'part_numbers');
    refusedAt(await sign(Array(101).fill(1)), 'body', 'part_numbers');
    refusedAt(await sign([1, 4]), 'body', 'part_numbers', '1');
    refusedAt(await sign([0]), 'body', 'part_numbers', '0');
  });

  test('an upload in one request has no parts', async () => {
    const { upload_id } = (await api.call('POST', UPLOADS, upload())).body;
    expect((await api.call('GET', `${UPLOADS}/${upload_id}/parts`)).status).toBe(409);
    expect((await api.call('POST', `${UPLOADS}/${upload_id}/complete`)).status).toBe(409);
    expect((await api.call('DELETE', `${UPLOADS}/${upload_id}`)).status).toBe(409);
  });
});

const mine: Operation[] = operations
  .map(({ operation }): Operation => operation)
  .filter(({ path }) => path.startsWith(DOCUMENTS) || path.startsWith(UPLOADS));

const urlOf = ({ path }: Operation) =>
  path
    .replace('{document_id}', document)
    .replace('{version_id}', version)
    .replace('{page}', '1')
    .replace('{upload_id}', parted)
    .replace('{name}', 'tables.csv')
    .replace(/by-ids$/, `by-ids?ids=${document}`)
    .replace(/matches$/, 'matches?query=a');

const withQuery = (url: string, query: string) => `${url}${url.includes('?') ? '&' : '?'}${query}`;

describe.each(mine.filter(({ body }) => body).map((operation) => [operation.id, operation] as const))(
  '%s',
  (_id, operation) => {
    const send = (body: unknown, headers?: Record<string, string>) =>
      api.call(operation.method, urlOf(operation), body, headers);
    const json = { 'content-type': 'application/json' };

    test('rejects unknown fields, values other than an object, malformed JSON and other content types', async () => {
      refusedAt(await send({ no_such_field: 1 }), 'body', 'no_such_field');
      for (const body of [[], null, 7]) refusedAt(await send(JSON.stringify(body), json), 'body');
      for (const body of ['{"a":', '{"a":1}}', '\u0000', '{"a":"\\ud800"}']) refusedAt(await send(body, json), 'body');
      refusedAt(await send('['.repeat(5000), json), 'body');
      refusedAt(await send(undefined), 'body');
      expect((await send('a=1', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
      expect((await send('{}', { ...json, 'content-encoding': 'gzip' })).status).toBe(415);
    });
  },
);

/** Renders pages of PDF files only: `test/operations/viewer-links.test.ts`. */
const isDrawing = ({ id }: Operation) => id === 'draw-document-page';

describe.each(
  mine
    .filter((each) => each.method === 'GET' && !isDrawing(each))
    .map((operation) => [operation.id, operation] as const),
)('%s', (_id, operation) => {
  test('ignores unknown parameters and rejects repeated ones', async () => {
    const base = operation.query?.shape.project_id
      ? withQuery(urlOf(operation), `project_id=${project}`)
      : urlOf(operation);
    const answer = await api.call('GET', withQuery(base, 'unknown=1&unknown=2&titel=a'));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('ignored-parameters')).toBe('unknown, titel');
    for (const name of Object.keys(operation.query?.shape ?? {})) {
      refusedAt(await api.call('GET', withQuery(base, `${name}=1&${name}=1`)), 'query', name);
    }
  });
});

test.each(mine.filter(({ path }) => path.includes('{')).map((operation) => [operation.id, operation] as const))(
  '%s rejects a malformed identifier and answers 404 to an unknown one',
  async (_id, operation) => {
    const name = operation.path.includes('{document_id}') ? 'document_id' : 'upload_id';
    const at = (id: string) =>
      operation.path
        .replace(`{${name}}`, id)
        .replace('{page}', '1')
        .replace('{version_id}', 'v')
        .replace('{name}', 'tables.csv')
        .replace(/matches$/, 'matches?query=a');
    const bodies: Record<string, unknown> = {
      'update-document-content': { content: 'x' },
      'sign-upload-parts': { part_numbers: [1] },
      'correct-sheet': { title: 'x' },
    };
    const body = operation.body ? (bodies[operation.id] ?? {}) : undefined;
    const missing = await api.call(operation.method, at('no-such-one'), body);
    expect([missing.status, missing.body]).toMatchObject([
      404,
      { detail: expect.stringMatching(/ not found$/), code: 'not_found' },
    ]);
    refusedAt(await api.call(operation.method, at(long(129)), body), 'path', name);
    if (name === 'document_id') refusedAt(await api.call(operation.method, at('a%20b'), body), 'path', name);
  },
);

test('unknown paths are 404, other methods of known paths 405', async () => {
  const unknown = await api.call('GET', '/api/v1/documentz');
  expect([unknown.status, unknown.body]).toMatchObject([404, { detail: expect.any(String) }]);
  for (const [method, path] of [
    ['PUT', `${DOCUMENTS}/${document}`],
    ['DELETE', DOCUMENTS],
    ['GET', UPLOADS],
  ] as const) {
    const answer = await api.call(method, path);
    expect([answer.status, answer.body]).toMatchObject([405, { detail: expect.any(String) }]);
  }
});

test('server-owned fields are set by the server whatever the body contains', async () => {
  const claimed = {
    _id: 'mine',
    file_path: '/etc/passwd',
    created_at: '1999-01-01T00:00:00Z',
    updated_at: '1999-01-01T00:00:00Z',
    version_history: [{ version_id: 'x' }],
    thumbnail_image_path: 'derived/rival/x.png',
    full_image_path: 'derived/rival/x.png',
    error: 'none',
    error_detail: { a: 1 },
    drawing_comparison_id: 'c',
    is_latest: false,
    is_deleted: true,
    file_size: 1,
    mime_type: 'image/png',
    file_handling_tier: 'RECORD_ONLY',
    uploaded_by: { _id: 'someone', name: 'Someone', email: 's@example.com', company: 'Other' },
    organization_id: 'acme',
  };
  const body = record(claimed) as Record<string, unknown>;
  const { status, body: created } = await api.call('POST', DOCUMENTS, body);
  expect(status).toBe(201);
  expect(created).toMatchObject({
    _id: body.document_id,
    id: body.document_id,
    file_path: storePath,
    version_history: [],
    full_image_path: null,
    thumbnail_image_path: null,
    error: null,
    error_detail: null,
    drawing_comparison_id: null,
    is_latest: true,
    is_deleted: false,
    file_size: 11,
    mime_type: 'text/plain',
    processing_status: 'QUEUED',
    uploaded_by: { _id: 'ann' },
    organization_id: 'acme',
  });
  expect(Date.parse(created.created_at)).toBeGreaterThan(Date.parse('2020-01-01'));
  const foreign = await api.call('POST', DOCUMENTS, record({ organization_id: 'rival' }));
  expect([foreign.status, foreign.body.detail]).toEqual([403, expect.any(String)]);
});
