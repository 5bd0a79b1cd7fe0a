import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject, uploadForm } from '../support/documents.ts';
import { type Service, startService } from '../support/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({}, { idle: true });
});
afterAll(() => service?.end());

test('a 404 names what was not found, and the part of the request that names it', async () => {
  const api = await service.as({ user: 'max' });
  const project = await createProject(api);
  const document = (await uploadForm(api, project, Buffer.from('a note'), 'note.txt')).body.id;
  const notFound = async (method: string, path: string, body?: object) => {
    const { status, body: answer } = await api.call(method, `/api/v1${path}`, body);
    return [status, answer.detail, answer.loc];
  };
  const pair = { original_document_id: document, comparison_document_id: 'none' };
  expect(await notFound('POST', '/drawing-comparisons', pair)).toEqual([
    ...[404, 'Newer document not found', ['body', 'comparison_document_id']],
  ]);
  expect(await notFound('POST', '/viewer-links', { document_id: 'none' })).toEqual([
    ...[404, 'Document not found', ['body', 'document_id']],
  ]);
  expect(await notFound('POST', '/viewer-links', { drawing_comparison_id: 'none' })).toEqual([
    ...[404, 'Drawing comparison not found', ['body', 'drawing_comparison_id']],
  ]);
  expect(await notFound('GET', '/drawing-comparisons/none/exports/report.html')).toEqual([
    ...[404, 'Drawing comparison not found', ['path', 'drawing_comparison_id']],
  ]);
  expect(await notFound('GET', '/set-comparisons/none/exports/report.html')).toEqual([
    ...[404, 'Set comparison not found', ['path', 'set_comparison_id']],
  ]);
  expect(await notFound('GET', '/documents/none/pages/1')).toEqual([
    ...[404, 'Document not found', ['path', 'document_id']],
  ]);
  expect(await notFound('GET', `/documents/${document}/pages/1`)).toEqual([404, 'Page not found', ['path', 'page']]);
  expect(await notFound('PUT', '/projects/none/members/bob', {})).toEqual([404, 'Project not found', ['path', 'id']]);
  expect(await notFound('DELETE', `/projects/${project}/members/bob`)).toEqual([
    ...[404, 'Member not found', ['path', 'user_id']],
  ]);
  expect(await notFound('GET', `/documents/by-ids?ids=${document},none`)).toEqual([
    ...[404, 'Document not found', ['query', 'ids', '1']],
  ]);
  expect(await notFound('POST', '/documents/downloads', { document_ids: [document, 'none'] })).toEqual([
    ...[404, 'Document not found', ['body', 'document_ids', '1']],
  ]);
});
