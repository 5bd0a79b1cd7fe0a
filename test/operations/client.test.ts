import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ApiError, createApi, documentsOf, ok, processed } from '../../client/client.ts';
import { uploadFile } from '../../client/node.ts';
import { reviseSheet } from '../../infra/demo/drawings/index.ts';
import { type Service, startService } from '../support/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'client-'));
let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service?.end();
});

const file = (name: string, bytes: Uint8Array): string => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};
/** Runs the command as a user's shell would. */
const cds = async (token: string, ...args: string[]) => {
  // `PORT` gives the address, as for the other commands on one machine.
  return cdsWith({ PORT: new URL(service.baseUrl).port, CDS_TOKEN: token }, ...args);
};
const cdsWith = async (environment: Record<string, string>, ...args: string[]) => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...environment };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'client/cds.ts', ...args], { env });
  const said = { out: '', error: '' };
  child.stdout.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.error += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, ...said };
};

test('an unknown query parameter is rejected', async () => {
  const api = createApi({ baseUrl: service.baseUrl, token: await service.token() });
  const misspelt = { params: { query: { statuss: 'open' } as object } };
  await expect(ok(api.GET('/api/v1/tasks', misspelt))).rejects.toThrow(/^query\.statuss: Unknown parameter/);
});

test('cds delete deletes what it can and names the rest', async () => {
  const token = await service.token();
  const api = createApi({ baseUrl: service.baseUrl, token });
  const project = await ok(api.POST('/api/v1/projects', { body: { name: 'Old Mill' } }));
  const text = (name: string) => uploadFile(api, file(name, new TextEncoder().encode(name)), { projectId: project.id });
  const ids = [await text('a.txt'), await text('b.txt')];
  const { code, out, error } = await cds(token, 'delete', ids[0]!, 'nowhere', ids[1]!, ids[0]!);
  expect([code, out, error]).toEqual([1, `${ids.join('\n')}\n`, 'nowhere: Document not found\n']);
  const left: string[] = [];
  for await (const { id } of documentsOf(api, project.id)) left.push(id);
  expect(left).toEqual([]);
  expect((await cds(token, 'delete')).code).toBe(2);
});

test('the client and the command create a project, upload two revisions, compare and search them', async () => {
  const token = await service.token();
  const api = createApi({ baseUrl: service.baseUrl, token });
  const project = await ok(api.POST('/api/v1/projects', { body: { name: 'Harbour Street' } }));
  const sheet = { kind: 'floor-plan', size: 'A3', sheet_number: 'A-101', revision: 'A' } as const;
  const { v1, v2 } = reviseSheet({ sheet, count: 3, revision: 'B', seed: 'client' });
  const older = await uploadFile(api, file('A-101.pdf', v1), { projectId: project.id });
  const sent = await cds(
    token,
    'upload',
    file('A-101-B.pdf', v2),
    '--project',
    'Harbour Street',
    '--revision-of',
    older,
    '--wait',
  );
  expect(sent.error).toMatch(/A-101-B\.pdf: uploaded\n(.*\n)*.*A-101-B\.pdf: PROCESSED\n$/);
  const [newer = '', status, reference] = sent.out.split('\t');
  expect([sent.code, status, reference]).toEqual([0, 'PROCESSED', 'A-101']);
  expect(await processed(api, newer)).toMatchObject({ revision_of: older });
  expect(await processed(api, older)).toMatchObject({ processing_status: 'PROCESSED', revision: 'A' });

  const types = { params: { query: { project_id: project.id, document_type: 'DRAWING,SPECIFICATION' } } };
  expect((await ok(api.GET('/api/v1/documents', types))).total).toBe(2);
  const ids: string[] = [];
  for await (const { id } of documentsOf(api, project.id)) ids.push(id);
  expect(ids.sort()).toEqual([older, newer].sort());

  // As on a machine without a display.
  chmodSync(file('xdg-open', new TextEncoder().encode('#!/bin/sh\nexit 3\n')), 0o755);
  const environment = { PORT: new URL(service.baseUrl).port, CDS_TOKEN: token };
  const PATH = `${folder}${delimiter}${process.env.PATH}`;
  const compared = await cdsWith({ ...environment, PATH }, 'compare', older, newer, '--open');
  expect([compared.code, compared.error]).toEqual([
    0,
    expect.stringMatching(/ready\nThere is no browser to open it in\n$/),
  ]);
  const report = await fetch(compared.out.trim().split('\n').at(-1) ?? '');
  expect(await report.text()).toContain('<html');

  const found = await cds(token, 'search', 'A-101', '--project', project.id);
  expect([found.code, found.out]).toEqual([0, expect.stringContaining(newer)]);
});

test('the command lists, downloads, prints JSON, and names which of several files failed', async () => {
  const token = await service.token();
  const made = await cds(token, 'create-project', 'Quay', 'Wall');
  const project = made.out.trim();
  const texts = ['one', 'two', 'three'].map((name) =>
    file(`${name}.txt`, new TextEncoder().encode(`The text ${name}`)),
  );
  const missing = join(folder, 'missing.pdf');
  const sent = await cds(
    token,
    'upload',
    ...texts,
    missing,
    '--project',
    project,
    '--parallel',
    '2',
    '--json',
    '-w',
    '-q',
  );
  expect([sent.code, sent.error]).toEqual([1, `${missing}: ${missing} does not exist\n`]);
  const outcomes = JSON.parse(sent.out);
  expect(outcomes.map((each: { file: string }) => each.file)).toEqual([...texts, missing]);
  expect(outcomes).toMatchObject([
    ...texts.map(() => ({ processing_status: 'PROCESSED', error: null })),
    { id: null, error: expect.stringContaining('does not exist') },
  ]);
  const listed = await cds(token, 'documents', '--project', 'Quay Wall');
  const rows = listed.out
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
  expect(rows.map(([id]) => id).sort()).toEqual(
    outcomes
      .slice(0, 3)
      .map(({ id }: { id: string }) => id)
      .sort(),
  );
  const projects = JSON.parse((await cds(token, 'projects', '--json')).out);
  expect(projects).toContainEqual(expect.objectContaining({ id: project, name: 'Quay Wall' }));

  const target = join(folder, 'copy.txt');
  const saved = await cds(token, 'download', outcomes[1].id, '--out', target);
  expect([saved.code, saved.out, readFileSync(target, 'utf8')]).toEqual([0, `${target}\n`, 'The text two']);
});

test('a large file is uploaded in parts', async () => {
  const api = createApi({ baseUrl: service.baseUrl, token: () => service.token() });
  const project = await ok(api.POST('/api/v1/projects', { body: { name: 'Large' } }));
  const bytes = new Uint8Array(65 * 1024 * 1024).fill(7);
  const steps: number[] = [];
  const path = file('model.dwg', bytes);
  const id = await uploadFile(api, path, { projectId: project.id, onProgress: (sent) => steps.push(sent) });
  expect(steps.length).toBeGreaterThan(1);
  expect(steps.at(-1)).toBe(bytes.length);
  expect(await processed(api, id)).toMatchObject({ file_size: bytes.length, processing_status: 'ACCEPTED' });
});

describe('the command', () => {
  test.each([
    [['upload'], 'Name a file (see --help)'],
    [['upload', 'a.pdf'], '--project is missing (see --help)'],
    [['upload', 'a.pdf', 'b.pdf', '--revision-of', 'x'], '--revision-of takes one file (see --help)'],
    [['upload', 'a.pdf', '--parallel', 'many'], '--parallel is many: it must be a whole number from 1 to 32'],
    [['documents', '--project', 'Nowhere'], 'There is no project Nowhere: "cds projects" lists them'],
    [['completion', 'tcsh'], 'Name one shell: bash, zsh, fish'],
    [['fly'], 'There is no command fly (see --help)'],
    [['search', '--bogus'], "Unknown option '--bogus'"],
  ])('rejects %j in one sentence', async (args, sentence) => {
    const { code, error } = await cds(await service.token(), ...args);
    expect([code, error]).toEqual([2, expect.stringContaining(sentence)]);
    expect(error.trim().split('\n')).toHaveLength(1);
  });

  test("prints the service's error message with its request id", async () => {
    const { code, error } = await cds(await service.token(), 'compare', 'a', 'b');
    expect([code, error]).toEqual([1, expect.stringMatching(/Older document not found \(request .+\)\n$/)]);
  });

  test('exits with distinct codes without credentials and without a service', async () => {
    const refused = await cds('no-token', 'projects');
    expect([refused.code, refused.error]).toEqual([3, expect.stringContaining('CDS_TOKEN needs another token')]);
    const none = await cdsWith({ PORT: '9', CDS_TOKEN: 't' }, 'projects');
    expect([none.code, none.error]).toEqual([4, expect.stringContaining('The service does not answer (')]);
    const missing = await cdsWith({}, 'projects');
    expect([missing.code, missing.error]).toEqual([3, expect.stringContaining('CDS_TOKEN is not set')]);
  });

  test('completes commands, options and files in bash', async () => {
    const { out } = await cdsWith({}, 'completion', 'bash');
    file('plan one.pdf', new Uint8Array());
    const complete = (...words: string[]) => {
      const script = `${out}\nCOMP_WORDS=(cds ${words.join(' ')}); COMP_CWORD=${words.length}; _cds 2>/dev/null; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return execFileSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' }).trim().split('\n');
    };
    expect(complete('comp')).toEqual(['compare', 'completion']);
    expect(complete('upload', '--re')).toEqual(['--revision-of']);
    expect(complete('upload', 'plan')).toEqual(['plan one.pdf']);
  });

  test.each(['zsh', 'fish'])('has a completion script for %s that names every command', async (shell) => {
    const { out } = await cdsWith({}, 'completion', shell);
    for (const name of ['upload', 'compare', 'search', 'create-project']) expect(out).toContain(name);
  });
});

describe('the client', () => {
  /** A service with scripted answers, one for each request, that records the requests. */
  const scripted = async (answers: readonly [status: number, headers?: Record<string, string>][]) => {
    const asked: { authorization: string | undefined; key: string | undefined }[] = [];
    const server = createServer((request, response) => {
      const { authorization, 'idempotency-key': key } = request.headers;
      const [status, headers = {}] = answers[asked.length] ?? [200];
      asked.push({ authorization, key: String(key) });
      request.resume();
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(status < 400 ? { id: 'p' } : { detail: 'No', code: 'a_code', request_id: 'r' }));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    return { asked, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  };
  const create = { body: { name: 'a' } };

  test('waits as long as Retry-After says, and retries with the same idempotency key', async () => {
    const { asked, baseUrl } = await scripted([[429, { 'retry-after': '1' }], [503, { 'retry-after': '1' }], [201]]);
    const started = Date.now();
    await ok(createApi({ baseUrl, token: 't' }).POST('/api/v1/projects', create));
    expect(Date.now() - started).toBeGreaterThan(1900);
    expect(asked).toHaveLength(3);
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
  });

  test('requests another token once after a 401', async () => {
    const { asked, baseUrl } = await scripted([[401], [200], [401], [401]]);
    let made = 0;
    const api = createApi({ baseUrl, token: () => `token-${++made}` });
    await ok(api.GET('/api/v1/projects'));
    expect(asked.map(({ authorization }) => authorization)).toEqual(['Bearer token-1', 'Bearer token-2']);
    const refused = await ok(api.GET('/api/v1/projects')).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ status: 401, code: 'a_code', requestId: 'r', message: 'No' });
  });
});
