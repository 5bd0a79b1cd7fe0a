import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../infra/operator/audit.ts';
import { localTarget } from '../../infra/operator/target.ts';
import { startChildService } from '../support/child-service.ts';
import { createProject, formOf, processed, uploadForm } from '../support/documents.ts';
import { type Answer, type Api, eventually } from '../support/service.ts';

/** A small disk, visible only to the command that follows. */
const onSmallDisk = (directory: string): string[] => [
  ...['unshare', '--user', '--map-root-user', '--mount'],
  ...['sh', '-c', `mount -t tmpfs -o size=48m small "${directory}" && exec "$@"`, 'sh'],
];

const mount = mkdtempSync(join(tmpdir(), 'full-disk-'));
/** Some machines do not let ordinary users mount anything. */
const canMount = (() => {
  const [program = '', ...rest] = onSmallDisk(mount);
  try {
    execFileSync(program, [...rest, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

let service: Awaited<ReturnType<typeof startChildService>>;
let api: Api;
let project: string;
/** The path at which this process sees the data directory. */
let seen: string;
beforeAll(async () => {
  if (!canMount) return;
  const seenFrom = (pid: number) => join('/proc', String(pid), 'root', mount);
  service = await startChildService({ dataDir: mount, command: onSmallDisk(mount), seenFrom });
  seen = seenFrom(service.pid);
  api = service.withToken(await service.token({ role: 'org_admin' }));
  project = await createProject(api);
});
afterAll(async () => {
  await service?.stop();
  rmSync(mount, { recursive: true, force: true });
});

const BALLAST = 'ballast';
const free = () => rmSync(join(seen, BALLAST), { force: true });
/** Fills the disk except for that many bytes. */
const fill = (spare = 0): void => {
  free();
  for (;;) {
    const { bavail, bsize } = statfsSync(seen);
    const room = bavail * bsize - spare;
    if (room <= 0) return;
    try {
      appendFileSync(join(seen, BALLAST), Buffer.alloc(Math.min(room, 2 ** 20)));
    } catch (error) {
      // The service was faster.
      if ((error as { code?: string }).code !== 'ENOSPC') throw error;
    }
  }
};

const filesBelow = (directory: string): string[] =>
  readdirSync(join(seen, directory), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

test.skipIf(!canMount)('a full disk gets 503, and nothing is half-written once there is space again', async () => {
  const first = await uploadForm(api, project, new TextEncoder().encode('there before '.repeat(100)), 'first.txt');
  await processed(api, first.body.id);
  const content = Buffer.alloc(3_000_000, 'comes by a link ');
  const asked = { project_id: project, filename: 'link.txt', file_size: content.length };
  const link = (await api.call('POST', '/api/v1/uploads', asked)).body;
  const send = () => fetch(link.url, { method: link.method, headers: link.headers, body: content });

  interface Wanted {
    key: string;
    send: (key: string) => Promise<Answer>;
    answers: Answer[];
  }
  const wanted = Array.from({ length: 8 }, (_, i): Wanted => {
    const form = () => formOf(project, Buffer.alloc(1_000_000, `form ${i} `), `form-${i}.txt`, { title: `form ${i}` });
    const task = { title: `task ${i}`, project_id: project };
    const [path, body] = i % 2 === 0 ? ['/api/v1/documents', form] : ['/api/v1/tasks', () => task];
    return {
      key: randomUUID(),
      answers: [],
      send: (key) => api.call('POST', path, body(), { 'idempotency-key': key }),
    };
  });
  for (const [i, each] of wanted.entries()) {
    // Sometimes there is room for the records, but not for the whole file.
    fill(i % 4 < 2 ? 0 : 400_000);
    each.answers.push(await each.send(each.key));
    fill();
    each.answers.push(await api.call('GET', `/api/v1/tasks?project_id=${project}`));
  }
  fill(400_000);
  const refused = await send();
  expect([refused.status, await refused.text()]).toEqual([
    503,
    expect.stringContaining('disk of this machine is full'),
  ]);

  const answers = wanted.flatMap((each) => each.answers);
  for (const { status, headers, text } of answers) {
    if (status < 300) continue;
    expect(status, text).toBe(503);
    expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  }
  // A megabyte does not fit into what was left.
  expect(wanted.filter((_, i) => i % 2 === 0).map((each) => each.answers[0]?.status)).toEqual([503, 503, 503, 503]);

  free();
  expect((await send()).status).toBe(200);
  const made = await Promise.all(wanted.map((each) => each.send(each.key)));
  expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
  const listed = (await api.call('GET', `/api/v1/documents?project_id=${project}&size=50`)).body;
  const expected = ['first.txt', 'form-0.txt', 'form-2.txt', 'form-4.txt', 'form-6.txt'];
  expect(listed.items.map(({ filename }: { filename: string }) => filename).sort()).toEqual(expected);
  for (const { id } of [first, ...made.filter((_, i) => i % 2 === 0)].map(({ body }) => body)) {
    expect(await processed(api, id)).toMatchObject({ processing_status: 'PROCESSED' });
  }
  const tasks = (await api.call('GET', `/api/v1/tasks?project_id=${project}&limit=50`)).body;
  expect((tasks.items ?? tasks.tasks).map(({ title }: { title: string }) => title).sort()).toEqual([
    'task 1',
    'task 3',
    'task 5',
    'task 7',
  ]);

  const target = localTarget({ DATA_DIR: seen });
  const { client, name } = target.bucket;
  // Workers may still be writing the search index.
  await eventually(async () => {
    let objects = 0;
    for await (const { KeyCount = 0 } of paginateListObjectsV2({ client }, { Bucket: name })) objects += KeyCount;
    const isWhole = filesBelow('objects/incoming').length === 0 && filesBelow('objects/files').length === objects;
    return isWhole || undefined;
  });
  expect(await audit(target)).toMatchObject({ findings: [] });
});
