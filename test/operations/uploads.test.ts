import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findMultipartUpload } from '../../functions/uploads/find-upload.ts';
import type { Caller } from '../../shared/domain/access/caller.ts';
import { NotFound } from '../../shared/domain/errors.ts';
import type { UploadRecord } from '../../shared/domain/uploads/upload-record.ts';
import { portsFor } from '../../shared/http/provide.ts';
import { createProject, processed, recordBody, uploadByLink, uploadForm } from '../support/documents.ts';
import { type Api, eventually, type Service, startService } from '../support/service.ts';

const DOCUMENTS = '/api/v1/documents';
const UPLOADS = '/api/v1/uploads';
const bytes = (text: string) => new TextEncoder().encode(text);
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

let service: Service;
let api: Api;
let project: string;

beforeAll(async () => {
  service = await startService({ VALIDATE_RESPONSES: '1' }, { followed: false });
  api = await service.as();
  project = await createProject(api);
});
afterAll(() => service.end());

const presign = async (content: Uint8Array, more: Record<string, unknown> = {}, by = api, where = project) =>
  (await by.call('POST', UPLOADS, { project_id: where, filename: 'a.txt', file_size: content.length, ...more })).body;
const put = (url: string, headers: Record<string, string>, content: Uint8Array) =>
  fetch(url, { method: 'PUT', headers, body: new Uint8Array(content) });
const post = (url: string, fields: Record<string, string>, content: Uint8Array) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(content)]));
  return fetch(url, { method: 'POST', body: form });
};
const register = (storePath: string, more: Record<string, unknown> = {}) =>
  api.call('POST', DOCUMENTS, recordBody(project, storePath, { filename: 'a.txt', ...more }));
const announce = async (storePath: string): Promise<string> => {
  const { status, body } = await register(storePath, { processing_status: 'PENDING' });
  expect([status, body.processing_status]).toEqual([201, 'PENDING']);
  return body.id;
};

test('repeating a form upload replaces no registered file, whether the repetition arrives before or after registration', async () => {
  const content = async (id: string) => {
    const { download_url } = (await api.call('GET', `${DOCUMENTS}/${id}/download`)).body;
    return await (await fetch(download_url)).text();
  };
  for (const registersFirst of [true, false]) {
    const [first, second] = [randomUUID(), randomUUID()];
    const { store_path, url, fields } = await presign(bytes(first), { method: 'POST' });
    const announced = registersFirst ? await announce(store_path) : undefined;
    expect((await post(url, fields, bytes(first))).ok).toBe(true);
    const id = announced ?? (await register(store_path)).body.id;
    await processed(api, id);
    expect(await content(id)).toBe(first);
    expect((await post(url, fields, bytes(second))).ok).toBe(true);
    // The second arrival has been handled once its file is gone.
    const { head } = portsFor(['files.read'])['files.read'];
    await eventually(async () => ((await head(fields.key)) === undefined ? true : undefined));
    expect(await content(id)).toBe(first);
    expect((await api.call('POST', `${DOCUMENTS}/${id}/reprocess`)).status).toBe(202);
    expect((await processed(api, id)).content).toBe(first);
  }
});

test('an issued upload can be read until it expires, by users who see its project', async () => {
  const expires = 1_900_000_000;
  const uploads = {
    get: async () =>
      ({ project_id: 'p1', multipart_id: 'm', part_size: 1, registrable_until: expires }) as UploadRecord,
  };
  const find = (now: number, visible = true) =>
    findMultipartUpload(
      {
        caller: { organizationId: 'acme' } as Caller,
        params: { upload_id: 'u' },
        now: new Date(now),
        projects: { allows: async () => visible, visible: async () => 'all', visibleProject: async () => undefined },
      },
      uploads,
    );
  expect(await find(expires * 1000 - 1)).toMatchObject({ project_id: 'p1' });
  await expect(find(expires * 1000)).rejects.toThrow(NotFound);
  await expect(find(expires * 1000 - 1, false)).rejects.toThrow(NotFound);
});

describe('a link accepts only the announced file', () => {
  const content = bytes('0123456789');
  test('by PUT', async () => {
    const { url, headers } = await presign(content, { sha256: sha256(content), mime_type: 'text/plain' });
    const longer = { ...headers, 'content-length': '11' };
    expect((await put(url, longer, bytes('0123456789x'))).status).toBe(403);
    expect((await put(url, { ...headers, 'content-type': 'text/html' }, content)).status).toBe(403);
    expect((await put(url, headers, bytes('9876543210'))).status).toBe(400);
    expect((await put(url.replace('/a.txt', '/b.txt'), headers, content)).status).toBe(403);
    expect((await put(url, headers, content)).status).toBe(200);
    expect((await put(url, headers, content)).status, 'a second time').toBe(412);
  });

  test('by POST', async () => {
    const { url, fields } = await presign(content, {
      sha256: sha256(content),
      mime_type: 'text/plain',
      method: 'POST',
    });
    expect((await post(url, fields, bytes('012345678'))).status).toBe(400);
    expect((await post(url, { ...fields, 'Content-Type': 'text/html' }, content)).status).toBe(403);
    expect((await post(url, { ...fields, key: `${fields.key}x` }, content)).status).toBe(403);
    expect((await post(url, fields, bytes('9876543210'))).status).toBe(400);
    expect((await post(url, fields, content)).ok).toBe(true);
  });
});

describe('a store_path', () => {
  const refused = async (storePath: string, more: Record<string, unknown> = {}) => {
    const { status, body } = await register(storePath, more);
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'store_path']]);
  };

  test('of another organization or project, never issued, or never uploaded is rejected', async () => {
    const rival = await service.as({ organization: 'rival' });
    await refused(await uploadByLink(rival, await createProject(rival), bytes('theirs'), 'a.txt'));
    await refused(await uploadByLink(api, await createProject(api, 'Other'), bytes('other'), 'a.txt'));
    const mine = await uploadByLink(api, project, bytes('mine'), 'a.txt');
    for (const path of [
      'uploads/acme/nothing/a.txt',
      `uploads/acme/${randomUUID()}/a.txt`,
      mine.replace('a.txt', 'b.txt'),
      `${mine}/`,
      `/${mine}`,
      mine.replace('uploads/', 'files/'),
      mine.replace('uploads/acme', 'uploads/./acme'),
      'derived/acme/x/page-0001.png',
    ]) {
      await refused(path);
      await refused(path, { processing_status: 'PENDING' });
    }
    const { store_path } = await presign(bytes('x'));
    for (const status of ['UPLOADED', 'QUEUED', 'PROCESSED', 'ACCEPTED']) {
      await refused(store_path, { processing_status: status });
    }
    expect((await register(mine)).status).toBe(201);
  });

  test('belongs to one document; a rejected create leaves it free', async () => {
    const content = bytes('awaited');
    const { store_path, url, headers } = await presign(content);
    const taken = (await uploadForm(api, project, bytes('taken'), 'a.txt')).body.id;
    const conflict = await register(store_path, { processing_status: 'PENDING', document_id: taken });
    expect(conflict.status).toBe(409);
    const first = await announce(store_path);
    const second = await register(store_path, { processing_status: 'PENDING' });
    expect([second.status, second.body.detail]).toEqual([409, expect.stringContaining(first)]);
    await put(url, headers, content);
    expect(await processed(api, first)).toMatchObject({ processing_status: 'PROCESSED', content: 'awaited' });
  });
});

describe('an announced document is processed when its file arrives', () => {
  const arrived = async (id: string, text: string) => {
    const document = await processed(api, id);
    const whole = { processing_status: 'PROCESSED', error: null, content: text, file_size: text.length };
    expect(document).toMatchObject(whole);
    expect(document.uploaded_at).toEqual(expect.any(String));
  };

  test('by PUT, under any name', async () => {
    const text = randomUUID();
    const filename = 'Grundriß 1%20+ü #?&=.txt';
    const { store_path, url, headers } = await presign(bytes(text), { filename });
    const { body } = await register(store_path, { processing_status: 'PENDING', filename });
    expect(body).toMatchObject({ processing_status: 'PENDING', uploaded_at: null, file_size: 36 });
    const none = await api.call('GET', `${DOCUMENTS}/${body.id}/download`);
    expect([none.status, none.body.detail]).toEqual([409, 'The file has not been uploaded yet']);
    expect((await put(url, headers, bytes(text))).status).toBe(200);
    await arrived(body.id, text);
    const download = await fetch((await api.call('GET', `${DOCUMENTS}/${body.id}/download`)).body.download_url);
    expect(await download.text()).toBe(text);
    const disposition = download.headers.get('content-disposition') ?? '';
    expect(decodeURIComponent(disposition.split("filename*=UTF-8''")[1] ?? '')).toBe(filename);
  });

  test('by POST', async () => {
    const text = randomUUID();
    const { store_path, url, fields } = await presign(bytes(text), { method: 'POST', filename: 'ä b+c.txt' });
    const id = await announce(store_path);
    expect((await post(url, fields, bytes(text))).ok).toBe(true);
    await arrived(id, text);
  });

  test('in parts, when the upload is completed', async () => {
    const text = randomUUID();
    const { upload_id, store_path } = await presign(bytes(text), { multipart: true });
    const id = await announce(store_path);
    const { parts } = (await api.call('POST', `${UPLOADS}/${upload_id}/parts`, { part_numbers: [1] })).body;
    expect((await put(parts[0].url, {}, bytes(text))).status).toBe(200);
    expect((await api.call('GET', `${DOCUMENTS}/${id}`)).body.processing_status).toBe('PENDING');
    expect((await api.call('POST', `${UPLOADS}/${upload_id}/complete`)).status).toBe(200);
    await arrived(id, text);
  });

  test('many files and creates in any order', async () => {
    const texts = Array.from({ length: 8 }, () => randomUUID());
    const ids = await Promise.all(
      texts.map(async (text) => {
        const { store_path, url, headers } = await presign(bytes(text));
        const sending = put(url, headers, bytes(text));
        const { status, body } = await register(store_path, { processing_status: 'PENDING' });
        expect(status).toBe(201);
        expect((await sending).status).toBe(200);
        return body.id as string;
      }),
    );
    await Promise.all(ids.map((id, i) => arrived(id, texts[i] as string)));
  });
});

test('a multipart upload is interrupted, resumed, and completed once', async () => {
  const MiB = 1024 ** 2;
  const content = new Uint8Array(randomBytes(33 * MiB));
  const { upload_id, store_path, part_size, part_count } = await presign(content, {
    multipart: true,
    filename: 'a.bin',
  });
  expect([part_size, part_count]).toEqual([16 * MiB, 3]);
  const at = `${UPLOADS}/${upload_id}`;
  const sign = async (part_numbers: number[]): Promise<{ part_number: number; url: string; size: number }[]> =>
    (await api.call('POST', `${at}/parts`, { part_numbers })).body.parts;
  const partOf = (number: number) => content.subarray((number - 1) * part_size, number * part_size);
  const arrived = async () =>
    (await api.call('GET', `${at}/parts`)).body.parts.map((part: { part_number: number }) => part.part_number);
  const complete = () => api.call('POST', `${at}/complete`);

  for (const { part_number, url } of await sign([3, 1])) {
    expect((await put(url, {}, partOf(part_number))).status).toBe(200);
  }
  const [second] = await sign([2]);
  if (!second) throw new Error('No link was signed');
  const broken = new AbortController();
  const half = new ReadableStream({
    pull: (controller) => {
      controller.enqueue(partOf(2).slice(0, 100_000));
      broken.abort();
    },
  });
  const cut = { method: 'PUT', body: half, duplex: 'half', signal: broken.signal } as RequestInit;
  await expect(fetch(second.url, cut)).rejects.toThrow();
  expect((await put(second.url, {}, partOf(2).subarray(1))).status).toBe(403);

  expect(await arrived()).toEqual([1, 3]);
  const early = await complete();
  expect([early.status, early.body.detail]).toEqual([409, 'Parts that are missing or have the wrong size: 2']);
  const [again] = await sign([2]);
  expect((await put(again?.url ?? '', {}, partOf(2))).status).toBe(200);
  expect((await put(again?.url ?? '', {}, partOf(2))).status).toBe(200);
  expect(await arrived()).toEqual([1, 2, 3]);
  const done = await complete();
  expect([done.status, done.body]).toEqual([200, { upload_id, store_path, file_size: content.length }]);
  expect((await complete()).text).toBe(done.text);
  expect((await api.call('DELETE', at)).status).toBe(409);
  expect((await complete()).text).toBe(done.text);
  expect((await api.call('POST', `${at}/parts`, { part_numbers: [1] })).status).toBe(404);

  const { body } = await register(store_path, { filename: 'a.bin' });
  expect(body).toMatchObject({ file_size: content.length, processing_status: 'ACCEPTED' });
  const link = (await api.call('GET', `${DOCUMENTS}/${body.id}/download`)).body.download_url;
  const stored = Buffer.from(await (await fetch(link)).arrayBuffer());
  expect(stored.equals(content)).toBe(true);
});

test('the Location of an upload answers what was asked for, and the document that has the file', async () => {
  const asked = { project_id: project, filename: 'a.txt', file_size: 1, mime_type: 'text/plain' };
  const { body, headers } = await api.call('POST', UPLOADS, asked);
  const { upload_id, store_path } = body;
  const at = headers.get('location') ?? '';
  const single = await api.call('GET', at);
  expect([single.status, single.headers.get('etag')]).toEqual([200, '"1"']);
  expect(single.body).toMatchObject({ ...asked, upload_id, store_path, document_id: null, status: 'issued' });
  expect(single.body).toMatchObject({ part_size: null, part_count: null });
  expect(Date.parse(single.body.expires_at)).toBeGreaterThan(Date.parse(body.expires_at));

  const id = await announce(store_path);
  expect((await api.call('GET', at)).body.document_id).toBe(id);

  const parted = await presign(bytes('xy'), { multipart: true });
  const { part_size, part_count, expires_at } = parted;
  const found = await api.call('GET', `${UPLOADS}/${parted.upload_id}`);
  expect(found.body).toMatchObject({ part_size, part_count, expires_at });
});

test('an aborted upload is removed, and aborting it again gives the same response', async () => {
  const { upload_id, store_path } = await presign(bytes('x'), { multipart: true });
  const at = `${UPLOADS}/${upload_id}`;
  const { parts } = (await api.call('POST', `${at}/parts`, { part_numbers: [1] })).body;
  await put(parts[0].url, {}, bytes('x'));
  const answers = [await api.call('DELETE', at), await api.call('DELETE', at)];
  expect(answers.map(({ status, text }) => [status, text])).toEqual(Array(2).fill([200, answers[0]?.text]));
  expect((await put(parts[0].url, {}, bytes('x'))).status).toBe(404);
  const refused = [
    await api.call('GET', `${at}/parts`),
    await api.call('POST', `${at}/parts`, { part_numbers: [1] }),
    await api.call('POST', `${at}/complete`),
  ];
  expect(refused.map(({ status, body }) => [status, body.detail])).toEqual(
    Array(3).fill([409, 'The upload was aborted']),
  );
  expect((await api.call('GET', at)).body).toMatchObject({ status: 'aborted', document_id: null });
  const late = await register(store_path, { processing_status: 'PENDING' });
  expect([late.status, late.body.detail[0].msg]).toEqual([422, 'is that of an upload that was aborted']);
});

test('a file name is kept composed, whichever way its file is sent', async () => {
  const [sent, kept] = ['Re\u0301novation.txt', 'R\u00e9novation.txt'];
  const { store_path } = await presign(bytes('x'), { filename: sent });
  expect(store_path.endsWith(`/${kept}`)).toBe(true);
  const { body } = await uploadForm(api, project, bytes(randomUUID()), sent);
  expect(body).toMatchObject({ filename: kept, store_path: expect.stringMatching(new RegExp(`/${kept}$`)) });
});

test('a document that awaits the file of an aborted upload fails at once', async () => {
  const { upload_id, store_path } = await presign(bytes('x'), { multipart: true });
  const at = `${UPLOADS}/${upload_id}`;
  expect((await api.call('GET', at)).body.status).toBe('issued');
  const id = await announce(store_path);
  const { body, headers } = await api.call('GET', at);
  expect(body.status).toBe('registered');
  const ifMatch = { 'if-match': headers.get('etag') ?? '' };
  expect((await api.call('DELETE', at, undefined, ifMatch)).status).toBe(200);
  const failed = { processing_status: 'FAILED', error_detail: { code: 'upload_aborted' } };
  expect((await api.call('GET', `${DOCUMENTS}/${id}`)).body).toMatchObject(failed);
  expect((await api.call('DELETE', at, undefined, ifMatch)).status).toBe(200);
});

test('records are returned by ids in the order requested, repeated ones repeatedly, and all or none', async () => {
  const make = async (text: string) => (await uploadForm(api, project, bytes(text), 'a.txt')).body.id as string;
  const [a, b, c] = [await make('1'), await make('2'), await make('3')];
  const asked = [c, a, b, a];
  const { body } = await api.call('GET', `${DOCUMENTS}/by-ids?ids=${asked.join(', ')}`);
  expect(body.map(({ _id }: { _id: string }) => _id)).toEqual(asked);
  expect((await api.call('GET', `${DOCUMENTS}/by-ids?ids=${a},missing`)).status).toBe(404);
});

describe('operations for one content type', () => {
  test('upload takes a form like create, and nothing else', async () => {
    const form = new FormData();
    form.set('project_id', project);
    form.set('file', new Blob([bytes('in a form of its own')]), 'form.txt');
    const answer = await api.call('POST', `${DOCUMENTS}/upload`, form);
    expect([answer.status, answer.body.filename]).toEqual([201, 'form.txt']);
    expect((await processed(api, answer.body.id)).processing_status).toBe('PROCESSED');
    const json = await api.call('POST', `${DOCUMENTS}/upload`, { project_id: project });
    expect([json.status, json.body.detail]).toEqual([415, 'Content-Type must be multipart/form-data']);
    const empty = await api.call('POST', `${DOCUMENTS}/upload`);
    expect([empty.status, empty.body.detail[0].loc]).toEqual([422, ['body', 'file']]);
  });

  test('register takes JSON like create, and nothing else', async () => {
    const storePath = await uploadByLink(api, project, bytes('registered by itself'), 'a.txt');
    const answer = await api.call(
      'POST',
      `${DOCUMENTS}/register`,
      recordBody(project, storePath, { filename: 'a.txt' }),
    );
    expect([answer.status, (await processed(api, answer.body.id)).processing_status]).toEqual([201, 'PROCESSED']);
    const form = await api.call('POST', `${DOCUMENTS}/register`, new FormData());
    expect([form.status, form.body.detail]).toEqual([415, 'Content-Type must be application/json']);
  });
});

// Last: an SDK client that has seen another time keeps correcting for it.
describe('download links', () => {
  const content = bytes('bytes to download');
  const links = async (document_ids: string[], expiration: number, by = api) =>
    (await by.call('POST', `${DOCUMENTS}/downloads`, { document_ids, expiration })).body;
  const later = async <T>(seconds: number, act: () => Promise<T>): Promise<T> => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
    try {
      return await act();
    } finally {
      vi.useRealTimers();
    }
  };

  test('return 404 if altered, truncated or invented', async () => {
    const id = (await uploadForm(api, project, content, 'a.txt')).body.id;
    const { downloads } = await links([id], 86_400);
    const url: string = downloads[0].download_url;
    const at = url.lastIndexOf('/') + 1;
    const [base, token] = [url.slice(0, at), url.slice(at)];
    const flipped = (index: number) =>
      token.slice(0, index) + (token[index] === 'A' ? 'B' : 'A') + token.slice(index + 1);
    const wrong = [flipped(0), flipped(12), flipped(token.length >> 1), flipped(token.length - 3)];
    for (const each of [...wrong, token.slice(0, -8), `${token}AAAA`, 'x', '%00', '..%2f..']) {
      expect((await fetch(base + each, { redirect: 'manual' })).status, each).toBe(404);
    }
    const tampered = (await api.call('GET', `${DOCUMENTS}/${id}/download`)).body.download_url as string;
    expect((await fetch(tampered.replace('a.txt', 'b.txt'))).status).toBe(403);
  });

  test('serve the file under its name until they expire', async () => {
    const id = (await uploadForm(api, project, content, "Plan 'ä' (1)*.txt")).body.id;
    const file = async (response: Response) => {
      expect([response.status, await response.text()]).toEqual([200, 'bytes to download']);
      expect(response.headers.get('content-disposition')).toContain(
        "filename*=UTF-8''Plan%20%27%C3%A4%27%20%281%29%2a.txt",
      );
    };
    const single = (await api.call('GET', `${DOCUMENTS}/${id}/download`)).body;
    await file(await fetch(single.download_url));
    const hour = await links([id, id], 3600);
    expect(hour.downloads.map((each: { document_id: string }) => each.document_id)).toEqual([id, id]);
    await file(await fetch(hour.downloads[1].download_url));
    const day = await links([id], 86_400);
    expect(Date.parse(day.expires_at) - Date.now()).toBeGreaterThan(86_390_000);
    const sealed = day.downloads[0].download_url;
    expect(new URL(sealed).origin).toBe(service.baseUrl);
    await file(await fetch(sealed));

    for (const url of [single.download_url, hour.downloads[0].download_url]) {
      expect(await later(3590, async () => (await fetch(url)).status)).toBe(200);
      expect(await later(3610, async () => (await fetch(url)).status)).toBe(403);
    }
    expect(await later(86_390, async () => (await fetch(sealed)).status)).toBe(200);
    expect(await later(86_410, async () => (await fetch(sealed)).status)).toBe(404);
  });
});
