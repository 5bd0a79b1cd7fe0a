import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawSet } from '../../infra/demo/drawings/index.ts';
import { startChildService } from '../support/child-service.ts';
import { createProject, processed, recordBody, uploadForm } from '../support/documents.ts';
import { eventually } from '../support/service.ts';

const DOCUMENTS = '/api/v1/documents';
const environment = { LEASE_SECONDS: '1', SWEEP_AFTER_SECONDS: '1' };

let dataDir: string;
let service: Awaited<ReturnType<typeof startChildService>>;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'crash-'));
  service = await startChildService({ dataDir, environment });
});
afterAll(async () => {
  await service.kill();
  await rm(dataDir, { recursive: true, force: true });
});

test('kill -9 amid the work loses nothing and duplicates nothing', async () => {
  const token = await service.token();
  const api = service.withToken(token);
  const project = await createProject(api);
  const content = new TextEncoder().encode('sent after the crash');
  const asked = { project_id: project, filename: 'late.txt', file_size: content.length };
  const link = (await api.call('POST', '/api/v1/uploads', asked)).body;
  const late = recordBody(project, link.store_path, { filename: 'late.txt', processing_status: 'PENDING' });
  expect((await api.call('POST', DOCUMENTS, late)).status).toBe(201);

  const sets = Array.from({ length: 2 }, (_, seed) => drawSet({ seed, pages: 2, size: 'A3' }));
  const answered: string[] = [];
  for (const [i, set] of sets.entries()) answered.push((await uploadForm(api, project, set, `set-${i}.pdf`)).body.id);
  const download = (await api.call('GET', `${DOCUMENTS}/${answered[0]}/download`)).body.download_url;
  const states = async () => {
    const { body } = await api.call('GET', `${DOCUMENTS}/by-ids?ids=${answered}`);
    return body.map((each: { processing_status: string }) => each.processing_status) as string[];
  };
  await eventually(async () => (await states()).includes('PROCESSING') || undefined);
  const underWay = Array.from({ length: 6 }, (_, i) =>
    uploadForm(api, project, new TextEncoder().encode(`under way ${i}`), `${i}.txt`).then(
      ({ status, body }) => status === 201 && answered.push(body.id),
      () => undefined,
    ),
  );
  await Promise.race(underWay);
  expect(await states()).toContain('PROCESSING');
  await service.kill();
  await Promise.all(underWay);

  service = await startChildService({ dataDir, environment, port: service.port });
  expect((await fetch(link.url, { method: 'PUT', headers: link.headers, body: content })).status).toBe(200);
  expect(await processed(api, late.document_id)).toMatchObject({ content: 'sent after the crash' });
  const { total } = (await api.call('GET', `${DOCUMENTS}?project_id=${project}`)).body;
  const all = await eventually(async () => {
    const { items } = (await api.call('GET', `${DOCUMENTS}?project_id=${project}&size=100&compact=true`)).body;
    const busy = items.some((each: { processing_status: string }) => /QUEUED|PROCESSING/.test(each.processing_status));
    return busy ? undefined : (items as { _id: string; processing_status: string; filename: string }[]);
  });
  expect(all.length).toBe(total);
  expect(new Set(all.map(({ filename }) => filename)).size).toBe(all.length);
  expect(all.map(({ _id }) => _id)).toEqual(expect.arrayContaining(answered));
  expect(all.map(({ processing_status }) => processing_status)).toEqual(Array(total).fill('PROCESSED'));
  const records = (await api.call('GET', `${DOCUMENTS}/by-ids?ids=${answered.slice(0, 2)}`)).body;
  for (const record of records) {
    expect([record.page_count, record.version_history.length, record.error]).toEqual([2, 1, null]);
  }
  expect((await fetch(download)).status).toBe(200);
});
