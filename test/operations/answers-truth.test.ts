import { afterAll, beforeAll, expect, test } from 'vitest';
import { notAPdf } from '../../infra/demo/drawings/index.ts';
import { createProject, processed, uploadByLink, uploadForm } from '../support/documents.ts';
import { type Api, eventually, type Service, startService } from '../support/service.ts';

let service: Service;
let api: Api;
let project: string;
beforeAll(async () => {
  service = await startService({}, { followed: false });
  api = await service.as();
  project = await createProject(api);
});
afterAll(() => service?.end());

const words = () => new TextEncoder().encode(`words ${crypto.randomUUID()}`);
const page = () => new Uint8Array(notAPdf());
const unknown = () => Uint8Array.from([0, 1, 2, 3, ...crypto.getRandomValues(new Uint8Array(64))]);
const ended = (id: string) =>
  eventually(async () => {
    const { body } = await api.call('GET', `/api/v1/documents/${id}`);
    return ['PROCESSED', 'FAILED', 'ACCEPTED'].includes(body.processing_status) ? body : undefined;
  });

test.each([
  ['plan.pdf', words],
  ['plan.pdf', unknown],
  ['plan.pdf', page],
  ['photo.png', unknown],
  ['letter.docx', unknown],
])('a file whose name misstates its type (%s) ends FAILED with an explanation', async (name, bytes) => {
  const { body } = await uploadForm(api, project, bytes(), name);
  const { error, error_detail, processing_status } = await ended(body.id);
  expect(processing_status).toBe('FAILED');
  expect(error).toMatch(/^The name of the file says that it is .+, but its bytes are .+$/);
  expect(error_detail).toMatchObject({ code: 'mismatch' });
});

test('a file wrongly declared to be a PDF ends FAILED, too', async () => {
  const file = words();
  const asked = { project_id: project, filename: 'plan', file_size: file.length, mime_type: 'application/pdf' };
  const issued = (await api.call('POST', '/api/v1/uploads', asked)).body;
  await fetch(issued.url, { method: issued.method, headers: issued.headers, body: file });
  const { store_path } = issued;
  const record = { document_id: crypto.randomUUID(), filename: 'plan', store_path, project_id: project };
  const { status, text } = await api.call('POST', '/api/v1/documents', { ...record, processing_status: 'UPLOADED' });
  expect(status, text).toBe(201);
  expect((await ended(record.document_id)).error).toMatch(/^The file was declared to be a PDF/);
});

test('a file that is stored without being read has no text', async () => {
  const path = await uploadByLink(api, project, unknown(), 'model.dwg');
  const record = { document_id: crypto.randomUUID(), filename: 'model.dwg', store_path: path, project_id: project };
  await api.call('POST', '/api/v1/documents', { ...record, processing_status: 'UPLOADED' });
  const form = await uploadForm(api, project, unknown(), 'model.bin');
  for (const id of [record.document_id, form.body.id]) {
    expect(await ended(id)).toMatchObject({ processing_status: 'ACCEPTED', text_status: 'none', error: null });
  }
});

test('a deleted document cannot be changed or downloaded until it is restored', async () => {
  const manager = await service.as({ role: 'manager' });
  const { id } = (await uploadForm(api, project, words(), 'a.txt')).body;
  await processed(api, id);
  await manager.call('DELETE', `/api/v1/documents/${id}`);
  const requests: [method: string, path: string, body?: object][] = [
    ['PATCH', `/api/v1/documents/${id}`, { title: 'x' }],
    ['PATCH', `/api/v1/documents/${id}`, { content: 'x' }],
    ['PUT', `/api/v1/documents/${id}/content`, { content: 'x' }],
    ['GET', `/api/v1/documents/${id}/download`],
    ['POST', '/api/v1/documents/downloads', { document_ids: [id] }],
    ['POST', `/api/v1/documents/${id}/reprocess`],
  ];
  for (const [method, path, body] of requests) {
    const { status, body: answer } = await manager.call(method, path, body);
    expect([method, path, status]).toEqual([method, path, 409]);
    expect(answer.detail).toContain('is deleted');
  }
  expect((await manager.call('GET', `/api/v1/documents/${id}`)).body).toMatchObject({ is_deleted: true, title: null });
  await manager.call('POST', `/api/v1/documents/${id}/restore`);
  expect((await manager.call('PATCH', `/api/v1/documents/${id}`, { title: 'x' })).status).toBe(200);
});
