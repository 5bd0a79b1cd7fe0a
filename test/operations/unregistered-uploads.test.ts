import { join } from 'node:path';
import { GetObjectTaggingCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Store } from '../../infra/local/s3/file-store.ts';
import { applyLifecycle } from '../../infra/local/s3/lifecycle.ts';
import { audit } from '../../infra/operator/audit.ts';
import { localTarget } from '../../infra/operator/target.ts';
import { bucketLifecycle } from '../../shared/domain/files/files-bucket.ts';
import { createProject, processed, recordBody, uploadForm } from '../support/documents.ts';
import { runAt, workerPorts } from '../support/run-worker.ts';
import { type Api, type Service, startService } from '../support/service.ts';

const Bucket = 'construction-files';
const content = new TextEncoder().encode('Door schedule');

let service: Service;
let s3: S3Client;
let api: Api;
let project: string;

beforeAll(async () => {
  service = await startService({}, { followed: false });
  s3 = new S3Client({ forcePathStyle: true });
  api = await service.as();
  project = await createProject(api);
});
afterAll(() => service.end());

const upload = async (more: Record<string, unknown> = {}): Promise<string> => {
  const asked = { project_id: project, filename: 'a.txt', file_size: content.length, ...more };
  const { body } = await api.call('POST', '/api/v1/uploads', asked);
  if (more.multipart) {
    const at = `/api/v1/uploads/${body.upload_id}`;
    const { parts } = (await api.call('POST', `${at}/parts`, { part_numbers: [1] })).body;
    await fetch(parts[0].url, { method: 'PUT', body: content });
    expect((await api.call('POST', `${at}/complete`)).status).toBe(200);
  } else {
    expect((await fetch(body.url, { method: 'PUT', headers: body.headers, body: content })).status).toBe(200);
  }
  return body.store_path;
};
const register = async (path: string, more: Record<string, unknown> = {}): Promise<string> => {
  const { status, body } = await api.call('POST', '/api/v1/documents', recordBody(project, path, more));
  expect(status).toBe(201);
  return body.id;
};
const tags = async (Key: string) =>
  (await s3.send(new GetObjectTaggingCommand({ Bucket, Key }))).TagSet?.map((tag) => `${tag.Key}=${tag.Value}`);

test('the file of a form whose registration is rejected is scheduled for removal, and nothing else is', async () => {
  const ports = await workerPorts(['documents.write']);
  const { file_path: registered, id: kept } = (await uploadForm(api, project, content, 'kept.txt')).body;
  // The audit looks a day ahead, when work in progress looks abandoned.
  await processed(api, kept);
  const admin = await service.as({ role: 'org_admin' });
  const { dueFiles } = ports['uploads.expire'];
  expect(await dueFiles('9999', 10)).toEqual([]);
  const doomed = await createProject(api);
  const write = ports['documents.write'];
  const { noteFile } = write;
  const [noted, deleted]: [string[], number[]] = [[], []];
  const note = vi.spyOn(write, 'noteFile').mockImplementation(async (file) => {
    await noteFile(file);
    noted.push(file.path);
    deleted.push((await admin.call('DELETE', `/api/v1/projects/${doomed}`)).status);
  });
  const refused = await uploadForm(api, doomed, content, 'lost.txt');
  note.mockRestore();
  expect([deleted, refused.status, noted.length]).toEqual([[204], 404, 1]);
  const stored = async () => {
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'files/acme/' }));
    return Contents.map(({ Key = '' }) => Key).sort();
  };
  expect(await stored()).toEqual(expect.arrayContaining([registered, ...noted]));

  const target = localTarget({ DATA_DIR: service.dataDir });
  const inADay = () => Date.now() + 24.5 * 3_600_000;
  const audited = async (repair = false) =>
    (await audit(target, { pause: 0, patience: 0, now: inADay, repair })).findings.map(({ subject }) => subject);
  expect(await audited()).toEqual([]);
  const unknown = 'files/acme/nobody/lost.txt';
  await s3.send(new PutObjectCommand({ Bucket, Key: unknown, Body: content }));
  expect(await audited(true)).toEqual([unknown]);
  expect(await stored()).not.toContain(unknown);

  await runAt(ports, 'sweep-uploads', new Date(inADay()));
  expect(await stored()).toContain(noted[0]);
  await runAt(ports, 'sweep-uploads', new Date(Date.now() + 25.1 * 3_600_000));
  expect(await stored()).not.toContain(noted[0]);
  expect(await stored()).toContain(registered);
  expect(await dueFiles('9999', 10)).toEqual([]);
});

test('only files that no document has registered expire: by link, in parts, before and after their arrival', async () => {
  const unregistered = [await upload(), await upload({ multipart: true })];
  const registered = [await upload(), await upload({ multipart: true })];
  for (const path of [...unregistered, ...registered]) expect(await tags(path)).toEqual(['registered=no']);

  for (const path of registered) await register(path, { filename: 'a.txt' });
  const asked = { project_id: project, filename: 'a.txt', file_size: content.length };
  const awaited = (await api.call('POST', '/api/v1/uploads', asked)).body;
  const id = await register(awaited.store_path, { filename: 'a.txt', processing_status: 'PENDING' });
  await fetch(awaited.url, { method: 'PUT', headers: awaited.headers, body: content });
  await processed(api, id);
  registered.push(awaited.store_path);
  for (const path of registered) expect(await tags(path)).toEqual([]);
  for (const path of unregistered) expect(await tags(path)).toEqual(['registered=no']);

  await service.stop();
  s3.destroy();
  const store = new Store(join(service.dataDir, 'objects'), () => undefined);
  try {
    const { incompleteUploadDays, unregistered: rule } = bucketLifecycle;
    const later = Date.now() + (rule.days + 1) * 86_400_000;
    await applyLifecycle(store, { incompleteUploadDays, expiring: [rule] }, later);
    for (const path of registered) expect(store.find(Bucket, path), path).toBeDefined();
    for (const path of unregistered) expect(store.find(Bucket, path), path).toBeUndefined();
  } finally {
    store.close();
  }
});
