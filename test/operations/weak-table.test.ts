import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject, processed, recordBody, uploadByLink, uploadForm } from '../support/documents.ts';
import { type Api, eventually, type Service, startService } from '../support/service.ts';

/** Every eleventh request to the table is throttled, and eventually consistent reads return stale data. */
let service: Service;
let api: Api;
beforeAll(async () => {
  service = await startService({ TABLE_THROTTLED_EVERY: '11', TABLE_STALE_READS: '2', VALIDATE_RESPONSES: '1' });
  api = await service.as({ role: 'org_admin' });
});
afterAll(() => service?.end());

const text = (words: string) => new TextEncoder().encode(`${words}\n`.repeat(5));
const call = async (method: string, path: string, body?: unknown) => {
  const answer = await api.call(method, `/api/v1/${path}`, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};

test('on a table that throttles and returns stale data, writes are visible immediately and all workers finish', async () => {
  const project = await createProject(api);
  const ids: string[] = [];
  for (const words of ['lintel', 'screed', 'parapet']) {
    const { status, body } = await uploadForm(api, project, text(words), `${words}.txt`);
    expect(status).toBe(201);
    ids.push(body.id);
  }
  const path = await uploadByLink(api, project, text('girder'), 'girder.txt');
  ids.push((await call('POST', 'documents', recordBody(project, path, { filename: 'girder.txt' }))).id);
  for (const id of ids) expect((await processed(api, id)).processing_status).toBe('PROCESSED');
  const listed = await call('GET', `documents?project_id=${project}`);
  expect(listed.items.map(({ id }: { id: string }) => id).sort()).toEqual([...ids].sort());

  const task = await call('POST', 'tasks', { title: 'Check', project_id: project, document_ids: [ids[0]] });
  for (const title of ['Check the lintel', 'Check it again']) {
    expect((await call('PATCH', `tasks/${task.id}`, { title })).title).toBe(title);
    expect((await call('GET', `tasks?project_id=${project}`)).items[0].title).toBe(title);
  }
  await call('PATCH', `documents/${ids[1]}`, { title: 'Screed' });
  expect((await call('GET', `documents/${ids[1]}`)).title).toBe('Screed');

  const found = await eventually(async () => {
    const { items } = await call('GET', `search?query=parapet&project_id=${project}`);
    return items.length > 0 ? items : undefined;
  });
  expect(JSON.stringify(found)).toContain(ids[2]);

  await call('DELETE', `documents/${ids[3]}`);
  expect((await call('GET', `documents/${ids[3]}`)).is_deleted).toBe(true);
  expect((await call('GET', `documents?project_id=${project}`)).total).toBe(3);
  await call('DELETE', `projects/${project}?cascade=true`);
  expect((await api.call('GET', `/api/v1/projects/${project}`)).status).toBe(404);
});
