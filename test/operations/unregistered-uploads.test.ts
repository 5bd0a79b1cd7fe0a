import { join } from 'node:path';
import { GetObjectTaggingCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lifecycle } from '../../infra/files-bucket.ts';
import { applyLifecycle } from '../../infra/local/s3/lifecycle.ts';
import { Store } from '../../infra/local/s3/store.ts';
import { createProject, processed, recordBody } from '../support/documents.ts';
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

test('only what no document registers expires: by link, in parts, before and after its arrival', async () => {
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
    const { incompleteUploadDays, unregistered: rule } = lifecycle;
    const later = Date.now() + (rule.days + 1) * 86_400_000;
    await applyLifecycle(store, { incompleteUploadDays, expiring: [rule] }, later);
    for (const path of registered) expect(store.find(Bucket, path), path).toBeDefined();
    for (const path of unregistered) expect(store.find(Bucket, path), path).toBeUndefined();
  } finally {
    store.close();
  }
});
