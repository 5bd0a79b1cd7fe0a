import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProject, formOf, processed, recordBody, uploadByLink, uploadForm } from '../support/documents.ts';
import { rawPdf } from '../support/raw-pdf.ts';
import { type Answer, type Api, type Service, startService } from '../support/service.ts';
import { SMALL_PLAN, smallPlan } from '../support/small-plan.ts';

const DOCUMENTS = '/api/v1/documents';
const bytes = (text: string) => new TextEncoder().encode(text);

let service: Service;
let api: Api;
let project: string;

beforeAll(async () => {
  service = await startService({ VALIDATE_RESPONSES: '1' }, { followed: false });
  api = await service.as();
  project = await createProject(api);
});
afterAll(() => service.end());

const upload = async (fields: Record<string, string> = {}, text: string = randomUUID()): Promise<string> =>
  (await uploadForm(api, project, bytes(text), 'a.txt', fields)).body.id;
const read = async (id: string) => (await api.call('GET', `${DOCUMENTS}/${id}`)).body;
const list = async (query = ''): Promise<Record<string, unknown>[]> =>
  (await api.call('GET', `${DOCUMENTS}?project_id=${project}&size=100${query}`)).body.items;
const remove = (id: string, headers?: Record<string, string>) =>
  api.call('DELETE', `${DOCUMENTS}/${id}`, undefined, headers);
const restore = (id: string) => api.call('POST', `${DOCUMENTS}/${id}/restore`);

describe('revisions', () => {
  /** Returns which of the documents are the latest revision, according to both their records and the register. */
  const latest = async (...ids: string[]) => {
    const flags = await Promise.all(ids.map(async (id) => (await read(id)).is_latest));
    return ids.filter((_, i) => flags[i]);
  };
  const asOfNow = async (ids: string[]) => {
    const items = await list(`&as_of=${new Date(Date.now() + 1000).toISOString()}`);
    return items.map((item) => String(item._id)).filter((id) => ids.includes(id));
  };

  test('the latest revision moves along the chain, back on deletion and forward on restoration', async () => {
    const a = await upload();
    expect(await latest(a)).toEqual([a]);
    const b = await upload({ revision_of: a });
    const c = await upload({ revision_of: a });
    const all = [a, b, c];
    const stands = async (...expected: string[]) => {
      expect(await latest(...all)).toEqual(expected);
      expect(await asOfNow(all)).toEqual(expected);
    };
    await stands(c);
    await remove(c);
    await stands(b);
    await remove(a);
    await stands(b);
    await restore(c);
    await stands(c);
    await restore(a);
    await stands(c);
    await remove(b);
    await remove(c);
    await stands(a);
    await remove(a);
    expect(await asOfNow(all)).toEqual([]);
    expect((await restore(b)).body.is_latest).toBe(true);
    expect(await latest(...all)).toEqual([b]);
    expect((await read(b)).revision_of).toBe(a);
  });

  test('concurrent revisions, deletions and restorations leave exactly one latest revision', async () => {
    const root = await upload();
    const made = await Promise.all(Array.from({ length: 6 }, () => upload({ revision_of: root })));
    const all = [root, ...made];
    expect(await latest(...all)).toHaveLength(1);
    const [first, second, third] = made as [string, string, string];
    const answers = await Promise.all([
      remove(first),
      remove(second),
      remove(third),
      remove(root),
      ...Array.from({ length: 3 }, () =>
        uploadForm(api, project, bytes(randomUUID()), 'b.txt', { revision_of: made[5] as string }),
      ),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201, 201, 201]);
    all.push(...answers.slice(4).map(({ body }) => body.id));
    await Promise.all([restore(first), restore(root), remove(all.at(-1) as string)]);
    const standing = await latest(...all);
    expect(standing).toHaveLength(1);
    expect(await asOfNow(all)).toEqual(standing);
  });

  test('revising a missing or deleted document, or one of another project, is rejected', async () => {
    const deleted = await upload();
    await remove(deleted);
    const elsewhere = await createProject(api, 'Elsewhere');
    const foreign = (await uploadForm(api, elsewhere, bytes('x'), 'a.txt')).body.id;
    for (const revision_of of ['nothing', deleted, foreign]) {
      const answer = await uploadForm(api, project, bytes(randomUUID()), 'a.txt', { revision_of });
      expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', 'revision_of']]);
    }
  });
});

describe('versions of the content', () => {
  const put = (id: string, content: string, headers?: Record<string, string>) =>
    api.call('PUT', `${DOCUMENTS}/${id}/content`, { content }, headers);
  const versions = async (id: string) => (await api.call('GET', `${DOCUMENTS}/${id}/versions`)).body;

  test('are created by each change, listed newest first, with the former texts', async () => {
    const id = await upload({}, 'from the file');
    await processed(api, id);
    const long = 'long text '.repeat(10_000);
    expect((await put(id, long)).body).toMatchObject({ content: long });
    const patched = await api.call('PATCH', `${DOCUMENTS}/${id}`, { content: 'third' });
    expect(patched.body.content).toBe('third');
    const all = await versions(id);
    expect(all.map((each: { version_number: number; content: string }) => [each.version_number, each.content])).toEqual(
      [
        [3, 'third'],
        [2, long],
        [1, 'from the file'],
      ],
    );
    const record = await read(id);
    expect(record).toMatchObject({ content: 'third', latest_version: all[0].version_id, version_history: all });
    const item = (await list()).find(({ _id }) => _id === id);
    expect(item).toMatchObject({ content: 'third', latest_version: all[0].version_id });
    expect((await list('&compact=true')).every((each) => !('content' in each || 'version_history' in each))).toBe(true);
  });

  test('of 20 concurrent updates are numbered without a gap', async () => {
    const id = await upload();
    await processed(api, id);
    const before = (await read(id)).version_history.length;
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => put(id, `text ${i}`)));
    // On a busy machine the last calls may time out, stored or not.
    const accepted = answers.flatMap(({ status }, i) => (status === 200 ? [`text ${i}`] : []));
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    expect(accepted.length).toBeGreaterThan(0);
    const all: { version_number: number; content: string }[] = await versions(id);
    const added = all.length - before;
    expect(added).toBeGreaterThanOrEqual(accepted.length);
    expect(added).toBeLessThanOrEqual(20);
    expect(all.map(({ version_number }) => version_number)).toEqual(all.map((_, i) => all.length - i));
    const contents = all.slice(0, added).map(({ content }) => content);
    expect(contents).toEqual(expect.arrayContaining(accepted));
    expect(new Set(contents).size).toBe(added);
  });

  test('written by callers survive reprocessing', async () => {
    const id = await upload({}, 'words of the file');
    await processed(api, id);
    await put(id, 'words of a person');
    expect((await api.call('POST', `${DOCUMENTS}/${id}/reprocess`)).status).toBe(202);
    expect(await processed(api, id)).toMatchObject({ processing_status: 'PROCESSED', content: 'words of a person' });
  });

  test('a text that fits only when compressed is complete for clients that accept gzip, and truncated for others', async () => {
    const id = await upload();
    const lines = 'ab\n'.repeat(1_250_000);
    expect((await put(id, lines)).body.content === lines).toBe(true);
    const plain = await api.call('GET', `${DOCUMENTS}/${id}`, undefined, { 'accept-encoding': 'identity' });
    expect([plain.status, plain.body.content_truncated]).toEqual([200, true]);
    expect(lines.startsWith(plain.body.content)).toBe(true);
    expect(plain.body.content.length).toBeGreaterThan(10_000);
    expect((await read(id)).content === lines).toBe(true);
  });

  test('a response contains as many texts as fit into it', async () => {
    const id = await upload();
    await processed(api, id);
    const many = 'ö\n'.repeat(600_000);
    for (let i = 0; i < 3; i++) expect((await put(id, many + i)).status).toBe(200);
    const { status, body } = await api.call('GET', `${DOCUMENTS}/${id}`);
    expect([status, body.content.length, body.version_history.length]).toEqual([200, 1_200_001, 4]);
    expect(body.version_history.map((each: object) => 'content' in each)).toEqual([false, false, false, false]);
    const byIds = await api.call('GET', `${DOCUMENTS}/by-ids?ids=${id},${id}`);
    expect(byIds.body.map((each: object) => 'content_truncated' in each)).toEqual([false, true]);
  });
});

describe('changes', () => {
  test('a stale If-Match is answered with the current version by every operation that changes a document', async () => {
    const id = await upload();
    await processed(api, id);
    const first = (await api.call('PATCH', `${DOCUMENTS}/${id}`, { title: 'one' })).headers.get('etag') as string;
    const second = (await api.call('PATCH', `${DOCUMENTS}/${id}`, { title: 'two' }, { 'if-match': first })).headers;
    const current = second.get('etag') as string;
    const stale = { 'if-match': first };
    for (const answer of [
      await api.call('PATCH', `${DOCUMENTS}/${id}`, { title: 'three' }, stale),
      await api.call('PUT', `${DOCUMENTS}/${id}/content`, { content: 'x' }, stale),
      await remove(id, stale),
    ]) {
      expect([answer.status, answer.body.detail]).toEqual([409, expect.stringContaining(current)]);
    }
    const read = await api.call('GET', `${DOCUMENTS}/${id}`, undefined, { 'if-none-match': current });
    expect([read.status, read.text]).toEqual([304, '']);
    expect((await remove(id, { 'if-match': current })).status).toBe(200);
  });

  test('processing_status follows the allowed transitions only, set by a manager or a service', async () => {
    const id = await upload();
    await processed(api, id);
    const move = (by: Api, processing_status: string, document = id) =>
      by.call('PATCH', `${DOCUMENTS}/${document}`, { processing_status });
    const [member, service_] = [
      await service.as({ user: 'ann', role: 'member' }),
      await service.as({ role: 'service' }),
    ];
    expect((await move(member, 'QUEUED')).status).toBe(403);
    for (const state of [
      'PENDING',
      'UPLOADED',
      'PROCESSING',
      'FAILED',
      'DUPLICATE',
      'ACCEPTED',
      'PENDING_PROCESSING',
    ]) {
      const answer = await move(api, state);
      expect([state, answer.status, answer.body.detail]).toEqual([state, 409, 'The document is PROCESSED']);
    }
    expect((await move(service_, 'PROCESSED')).status).toBe(200);
    expect((await move(service_, 'QUEUED')).body.processing_status).toBe('QUEUED');
    expect((await processed(api, id)).processing_status).toBe('PROCESSED');
    const { store_path } = (
      await api.call('POST', '/api/v1/uploads', { project_id: project, filename: 'a', file_size: 1 })
    ).body;
    const announced = recordBody(project, store_path, { processing_status: 'PENDING' });
    expect((await api.call('POST', DOCUMENTS, announced)).status).toBe(201);
    expect((await move(api, 'QUEUED', announced.document_id)).status).toBe(409);
    // Only queuing requires the file.
    expect((await move(api, 'DUPLICATE', announced.document_id)).body.detail).toBe('The document is PENDING');
    await remove(id);
    expect((await move(api, 'QUEUED')).body.detail).toBe('The document is deleted');
    expect((await api.call('POST', `${DOCUMENTS}/${id}/reprocess`)).body.detail).toBe('The document is deleted');
  });
});

describe('deletion', () => {
  test('marks and hides the document, is idempotent, and can be undone', async () => {
    const id = await upload();
    await processed(api, id);
    for (let i = 0; i < 2; i++) {
      const answer = await remove(id);
      expect([answer.status, answer.body]).toEqual([200, { message: expect.any(String), document_id: id }]);
    }
    expect((await list()).some(({ _id }) => _id === id)).toBe(false);
    expect((await list('&is_deleted=true')).some(({ _id }) => _id === id)).toBe(true);
    expect(await read(id)).toMatchObject({ is_deleted: true, is_latest: true });
    for (let i = 0; i < 2; i++) expect((await restore(id)).body).toMatchObject({ _id: id, is_deleted: false });
    expect((await list()).some(({ _id }) => _id === id)).toBe(true);
  });

  test('a file uploaded again after the deletion prevents restoring the first document', async () => {
    const text = randomUUID();
    const first = await upload({}, text);
    await processed(api, first);
    await remove(first);
    const second = await upload({}, text);
    expect((await processed(api, second)).processing_status).toBe('PROCESSED');
    const refused = await restore(first);
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining(second)]);
    await remove(second);
    expect((await restore(first)).status).toBe(200);
  });
});

test('a rotated page is measured as displayed', async () => {
  const pdf = rawPdf({
    ...{ width: 200, height: 100, entries: '/Rotate 90', content: 'BT /F1 12 Tf 20 50 Td (TURNED) Tj ET' },
    resources: '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>',
  });
  const { body } = await uploadForm(api, project, pdf, 'turned.pdf');
  await processed(api, body.id);
  const page = (await api.call('GET', `${DOCUMENTS}/${body.id}/pages/1?include=text`)).body;
  expect(page).toMatchObject({ width: 100, height: 200, rotation: 90, text: expect.stringContaining('TURNED') });
  const [{ angle, bounding_box }] = page.words;
  expect([angle, bounding_box.height > bounding_box.width]).toEqual([90, true]);
});

describe('bulk operations', () => {
  const bulk = (by: Api, what: 'update' | 'delete', body: unknown, headers?: Record<string, string>) =>
    by.call('POST', `${DOCUMENTS}/bulk-${what}`, body, headers);
  const outcomes = ({ body }: Answer) =>
    body.results.map(({ status, error }: { status: number; error: { code: string } | null }) => [status, error?.code]);

  test('return a result for each document in the order of the request; a failure does not affect the others', async () => {
    const ids = await Promise.all([upload(), upload(), upload(), upload()]);
    await Promise.all(ids.map((id) => processed(api, id)));
    const [changed, stale, deleted, hidden] = ids as [string, string, string, string];
    await remove(deleted);
    const rival = await service.as({ user: 'eve', organization: 'rival' });
    const theirs = await uploadForm(rival, await createProject(rival), bytes(randomUUID()), 'a.txt');
    const answer = await bulk(api, 'update', {
      documents: [
        { document_id: changed, title: 'One', keywords: ['door'] },
        { document_id: stale, title: 'Two', if_match: '"0"' },
        { document_id: deleted, title: 'Three' },
        { document_id: 'nowhere', title: 'Four' },
        { document_id: theirs.body.id, title: 'Five' },
        { document_id: hidden, processing_status: 'PENDING' },
      ],
    });
    expect(answer.status).toBe(200);
    expect(outcomes(answer)).toEqual([
      [200, undefined],
      [409, 'version_conflict'],
      [409, 'conflict'],
      [404, 'not_found'],
      [404, 'not_found'],
      [409, 'conflict'],
    ]);
    const [first, , , fourth, fifth] = answer.body.results;
    expect([answer.body.succeeded, answer.body.failed]).toEqual([1, 5]);
    expect(fourth.error).toMatchObject({ detail: 'Document not found', loc: ['body', 'documents', '3'] });
    expect({ ...fifth.error, loc: [] }).toEqual({ ...fourth.error, loc: [] });
    expect(await read(changed)).toMatchObject({ title: 'One', keywords: ['door'] });
    expect((await read(stale)).title).not.toBe('Two');
    const read1 = await api.call('GET', `${DOCUMENTS}/${changed}`);
    expect(first).toEqual({ document_id: changed, status: 200, etag: read1.headers.get('etag'), error: null });
  });

  test('do not find documents of a project of which the caller is not a member', async () => {
    const id = await upload();
    const stranger = await service.as({ user: 'bob' });
    const [update, deletion] = [
      await bulk(stranger, 'update', { documents: [{ document_id: id, title: 'Mine' }] }),
      await bulk(stranger, 'delete', { document_ids: [id] }),
    ];
    expect([outcomes(update), outcomes(deletion)]).toEqual([[[404, 'not_found']], [[404, 'not_found']]]);
    expect(await read(id)).toMatchObject({ is_deleted: false });
  });

  test("deletion is idempotent and frees each document's content for another upload", async () => {
    const texts = [randomUUID(), randomUUID()];
    const ids = await Promise.all(texts.map((text) => upload({}, text)));
    await Promise.all(ids.map((id) => processed(api, id)));
    const key = { 'idempotency-key': randomUUID() };
    const first = await bulk(api, 'delete', { document_ids: ids }, key);
    expect(outcomes(first)).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
    expect((await bulk(api, 'delete', { document_ids: ids }, key)).body).toEqual(first.body);
    expect((await bulk(api, 'delete', { document_ids: ids })).body).toEqual(first.body);
    for (const id of ids) expect(await read(id)).toMatchObject({ is_deleted: true });
    for (const text of texts) {
      expect((await processed(api, await upload({}, text))).processing_status).toBe('PROCESSED');
    }
  });

  test('a member may not set processing_status; the other fields of that document are not changed either', async () => {
    const id = await upload();
    await processed(api, id);
    const member = await service.as({ user: 'ann', role: 'member' });
    const documents = [{ document_id: id, category: 'plans', processing_status: 'QUEUED' }];
    expect(outcomes(await bulk(member, 'update', { documents }))).toEqual([[403, 'forbidden']]);
    expect((await read(id)).category).toBeNull();
    expect((await bulk(member, 'delete', { document_ids: [id] })).status).toBe(403);
  });

  test('more than 500 ids, none, and a repeated id are rejected as a whole', async () => {
    const places = async (what: 'update' | 'delete', body: unknown) => {
      const answer = await bulk(api, what, body);
      return [answer.status, answer.body.detail[0].loc];
    };
    const many = Array.from({ length: 501 }, (_, i) => `d${i}`);
    for (const ids of [many, [], ['d1', 'd1']]) {
      const documents = ids.map((document_id) => ({ document_id, title: 'x' }));
      expect(await places('delete', { document_ids: ids })).toEqual([422, ['body', 'document_ids']]);
      expect(await places('update', { documents })).toEqual([422, ['body', 'documents']]);
    }
    const wrong = { documents: [{ document_id: 'd1' }, { document_id: 'd2', title: 5 }] };
    expect(await places('update', wrong)).toEqual([422, ['body', 'documents', '1', 'title']]);
  });
});

describe('creation', () => {
  test('an identifier is unique in the organization, across projects', async () => {
    const store_path = await uploadByLink(api, project, bytes('one'), 'a.txt');
    const body = recordBody(project, store_path);
    expect((await api.call('POST', DOCUMENTS, body)).status).toBe(201);
    const again = await api.call('POST', DOCUMENTS, body);
    expect([again.status, again.body.detail]).toEqual([409, `Document ${body.document_id} already exists`]);
    const other = await createProject(api, 'Other');
    const there = await uploadByLink(api, other, bytes('two'), 'a.txt');
    expect((await api.call('POST', DOCUMENTS, { ...body, project_id: other, store_path: there })).status).toBe(409);
    const rival = await service.as({ organization: 'rival' });
    const theirs = await createProject(rival);
    const path = await uploadByLink(rival, theirs, bytes('three'), 'a.txt');
    expect((await rival.call('POST', DOCUMENTS, { ...body, project_id: theirs, store_path: path })).status).toBe(201);
    expect((await read(body.document_id)).store_path).toBe(store_path);
  });

  test('the same Idempotency-Key returns the same document; with another body it is rejected', async () => {
    const store_path = await uploadByLink(api, project, bytes('idempotent'), 'a.txt');
    const key = { 'idempotency-key': randomUUID() };
    const body = recordBody(project, store_path, { title: 'Once' });
    const answers = [await api.call('POST', DOCUMENTS, body, key), await api.call('POST', DOCUMENTS, body, key)];
    expect(answers.map(({ status, text }) => [status, text])).toEqual(Array(2).fill([201, answers[0]?.text]));
    expect(answers[1]?.headers.get('idempotent-replayed')).toBe('true');
    const other = await api.call('POST', DOCUMENTS, { ...body, title: 'Twice' }, key);
    expect([other.status, other.body.detail[0].loc]).toEqual([422, ['header', 'idempotency-key']]);
    const form = { 'idempotency-key': randomUUID() };
    const send = () => api.call('POST', DOCUMENTS, formOf(project, bytes('form'), 'f.txt'), form);
    expect((await send()).body.id).toBe((await send()).body.id);
  });
});

test('a page of a drawing can be read by itself, with links to its images, and the document without its text', async () => {
  const { body } = await uploadForm(api, project, await smallPlan('PAGES AS RESOURCES'), 'plan.pdf');
  await processed(api, body.id);
  const at = `/api/v1/documents/${body.id}`;
  const list = (await api.call('GET', `${at}/pages`)).body;
  expect(list).toMatchObject({ total: 1, page: 1, items: [{ document_id: body.id, page: 1 }] });
  const page = (await api.call('GET', `${at}/pages/1`)).body;
  for (const link of [page.image_url, page.thumbnail_url, list.items[0].image_url]) {
    const picture = await fetch(link);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  }
  const frame = { ...SMALL_PLAN, rotation: 0 };
  expect([list.items[0], page]).toEqual([expect.objectContaining(frame), expect.objectContaining(frame)]);
  expect([page.text, page.words]).toEqual([undefined, undefined]);
  const { text, words } = (await api.call('GET', `${at}/pages/1?include=text`)).body;
  expect(text).toContain('PAGES AS RESOURCES');
  // Drawn at 20, 250.
  const { bounding_box, angle } = words.find((each: { text: string }) => each.text === 'PAGES');
  const { width, height } = SMALL_PLAN;
  const near = [0, expect.closeTo(20 / width, 2), expect.closeTo(252 / height, 1)];
  expect([angle, bounding_box.x, bounding_box.y]).toEqual(near);
  expect(bounding_box.x + bounding_box.width).toBeLessThan(0.2);
  const missing = await api.call('GET', `${at}/pages/2`);
  expect([missing.status, missing.body.detail]).toEqual([404, 'Page not found']);
  const full = await api.call('GET', at);
  const compact = await api.call('GET', `${at}?view=compact`);
  expect(full.body.content).toContain('PAGES AS RESOURCES');
  const { content: _, version_history: __, superseded_sheets: ___, ...rest } = full.body;
  expect(compact.body).toEqual(rest);
});
