import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleRevisions } from '../../infra/demo/sample-revisions.ts';
import { compared, createProject, processed, uploadForm } from '../support/documents.ts';
import { type Api, type Service, startService } from '../support/service.ts';
import { SYSTEMS_PATH, systemBody } from '../support/systems.ts';

/** An update without a field changes nothing: neither the version nor who changed the record. */

let service: Service;
let ann: Api;
beforeAll(async () => {
  service = await startService({ VALIDATE_RESPONSES: '1' }, { followed: false });
  ann = await service.as({ user: 'ann', role: 'org_admin' });
});
afterAll(() => service?.end());

const expectUnchanged = async (api: Api, path: string) => {
  const before = await ann.call('GET', path);
  expect(before.status, path).toBe(200);
  const version = before.headers.get('etag');
  const updated = await api.call('PATCH', path, {}, { 'If-Match': String(version) });
  expect([updated.status, updated.headers.get('etag')], `${path} ${updated.text}`).toEqual([200, version]);
  const after = await ann.call('GET', path);
  expect([after.headers.get('etag'), after.body], path).toEqual([version, before.body]);
  const stale = await api.call('PATCH', path, {}, { 'If-Match': '"77"' });
  expect([stale.status, stale.body.code], path).toEqual([409, 'version_conflict']);
};

test('of a project, a task, a document, an organization, an external system and a webhook', async () => {
  const bob = await service.as({ user: 'bob', role: 'org_admin' });
  const admin = await service.as({ user: 'root', role: 'platform_admin' });
  expect((await admin.call('POST', '/api/v1/organizations', { id: 'acme', name: 'Acme' })).status).toBe(201);
  const project = await createProject(ann);
  const idOf = async (path: string, body: object) => (await ann.call('POST', path, body)).body.id;
  const task = await idOf('/api/v1/tasks', { project_id: project, title: 'Check' });
  const webhook = await idOf('/api/v1/webhooks', { project_id: project, url: 'https://hooks.example.com/in' });
  const system = systemBody('https://systems.example.com');
  expect((await ann.call('POST', SYSTEMS_PATH, system)).status).toBe(201);
  const { document_id } = (await uploadForm(ann, project, Buffer.from('a note'), 'note.txt')).body.metadata;
  await processed(ann, document_id);
  for (const path of [
    '/api/v1/organizations/acme',
    `/api/v1/projects/${project}`,
    `/api/v1/tasks/${task}`,
    `/api/v1/webhooks/${webhook}`,
    `/api/v1/documents/${document_id}`,
    `${SYSTEMS_PATH}/${system.system_id}?organization_id=acme`,
  ]) {
    await expectUnchanged(bob, path);
  }
  await ann.call('DELETE', `/api/v1/documents/${document_id}`);
  expect((await bob.call('PATCH', `/api/v1/documents/${document_id}`, {})).status).toBe(409);
});

test('of a change of a comparison that nobody has reviewed', async () => {
  const project = await createProject(ann);
  const { older, newer } = sampleRevisions('unreviewed', 'A3');
  const original_document_id = (await uploadForm(ann, project, older, 'A.pdf')).body.id;
  const comparison_document_id = (await uploadForm(ann, project, newer, 'B.pdf')).body.id;
  await Promise.all([original_document_id, comparison_document_id].map((id) => processed(ann, id)));
  const { body } = await ann.call('POST', '/api/v1/drawing-comparisons', {
    ...{ original_document_id, comparison_document_id },
  });
  await compared(ann, body.id);
  const item = `/api/v1/drawing-comparisons/${body.id}/items/1`;
  const update = async (change: object, headers = {}) => {
    const { status, headers: answered, body: shown } = await ann.call('PATCH', item, change, headers);
    return [status, answered.get('etag'), shown.status, shown.comment];
  };
  expect(await update({})).toEqual([200, '"0"', 'open', null]);
  expect(await update({ status: 'accepted' }, { 'If-Match': '"0"' })).toEqual([200, '"1"', 'accepted', null]);
  expect(await update({})).toEqual([200, '"1"', 'accepted', null]);
});
