import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { load, YAML11_SCHEMA } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadAgents, readAgentsFile, removeAgent } from '../../infra/operator/manage-agents.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '../../infra/operator/manage-api-keys.ts';
import { localTarget, type Target } from '../../infra/operator/target.ts';
import { getItem } from '../../shared/aws/dynamodb/items.ts';
import { ApiKeyRecord } from '../../shared/domain/access/api-key.ts';
import { SERVICE_AGENTS } from '../../shared/domain/agents/service-agents.ts';
import { API_KEYS } from '../../shared/table/kinds/api-keys.ts';
import { createProject, processed, uploadForm } from '../support/documents.ts';
import { type Api, type Service, startService } from '../support/service.ts';

const EXPORT = '/api/v1/documentation/export';
const folder = mkdtempSync(join(tmpdir(), 'agents-'));
let service: Service;
let target: Target;
let api: Api;
beforeAll(async () => {
  service = await startService();
  target = localTarget({ DATA_DIR: service.dataDir });
  api = await service.as({ role: 'viewer', scope: 'export:read' });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service?.end();
});

const task = (task_id: string, more = '') =>
  `{task_id: ${task_id}, name: Check, description: 'NO', input_schema: {}, output_schema: {}, workflows: []${more}}`;
const withSchema = (schema: string) =>
  `agents: [{id: a, title: T, description: '', type: t, tasks: [${task('x').replace('input_schema: {}', `input_schema: ${schema}`)}]}]`;
const fileOf = (yaml: string): string => {
  const path = join(folder, `${crypto.randomUUID()}.yaml`);
  writeFileSync(path, yaml);
  return path;
};
const agentFile = (title: string): string =>
  fileOf(`
agents:
  - id: quantity-takeoff
    title: ${title}
    description: "2026-01-01"
    type: assistant
    tasks:
      - ${task('count')}
      - ${task('of-acme', ', organization_id: acme')}
      - ${task('of-project', ', project_id: p-1')}
  - {id: acme-only, title: Ours, description: '', type: assistant, tasks: [${task('a')}], organization_id: acme}
  - {id: project-only, title: Ours, description: '', type: assistant, tasks: [${task('a')}], project_id: p-1}
`);

// biome-ignore lint/suspicious/noExplicitAny: an export of any shape
const agentIn = (body: any, id: string) => body.agents.find((agent: { id: string }) => agent.id === id);

describe('the built-in agents', () => {
  test('are exported with their tasks by both routes', async () => {
    const [first, second] = await Promise.all([
      api.call('GET', EXPORT),
      api.call('GET', '/api/v1/documentation/agents'),
    ]);
    expect(first.status).toBe(200);
    expect(first.body.agents.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining(Object.keys(SERVICE_AGENTS)),
    );
    const { metadata } = first.body;
    expect(metadata).toMatchObject({ api_version: 'v1', scope: 'app-wide', total_agents: first.body.agents.length });
    expect(metadata.total_tasks).toBe(first.body.agents.flatMap(({ tasks }: { tasks: [] }) => tasks).length);
    expect(second.body.agents).toEqual(first.body.agents);
  });

  test('document schemas that messages and responses of the service conform to', async () => {
    const ajv = addFormats.default(new Ajv2020({ strict: false }));
    const { body } = await api.call('GET', '/api/v1/documentation/agents/document-processing');
    const reading = body.tasks.find(({ task_id }: { task_id: string }) => task_id === 'process-document');
    const message = ajv.compile(reading.input_schema);
    expect(message({ organization_id: 'acme', project_id: 'p', document_id: 'd' })).toBe(true);
    expect(message({ organization_id: 'acme', project_id: 'p' })).toBe(false);

    const manager = await service.as({ role: 'manager' });
    const projectId = await createProject(manager);
    const { body: made } = await uploadForm(manager, projectId, new TextEncoder().encode('concrete'), 'a.txt');
    const document = await processed(manager, made.id);
    const shows = ajv.compile(reading.output_schema);
    expect(shows(document), JSON.stringify(shows.errors)).toBe(true);
    expect(shows({ ...document, processing_status: 'ELSEWHERE' })).toBe(false);
  });

  test('cannot be replaced by loading a file', () => {
    const file = fileOf(`agents: [{id: search, title: T, description: '', type: a, tasks: []}]`);
    expect(() => readAgentsFile(file)).toThrow('contains agents of the service itself: search');
  });
});

describe('loaded agents', () => {
  test('are exported if they belong to all organizations, each load once', async () => {
    const file = agentFile('Takeoff');
    const created = ['quantity-takeoff', 'acme-only', 'project-only'];
    expect(await loadAgents(target, file, true)).toMatchObject({ created });
    expect(agentIn((await api.call('GET', EXPORT)).body, 'quantity-takeoff')).toBeUndefined();
    expect(await loadAgents(target, file, false)).toMatchObject({ created });
    expect(await loadAgents(target, file, false)).toMatchObject({ created: [], changed: [], unchanged: created });
    const { body } = await api.call('GET', EXPORT);
    const agent = agentIn(body, 'quantity-takeoff');
    expect(agent.tasks.map(({ task_id }: { task_id: string }) => task_id)).toEqual(['count']);
    expect(Object.keys(agent.tasks[0])).not.toContain('organization_id');
    for (const id of ['acme-only', 'project-only']) {
      expect(agentIn(body, id)).toBeUndefined();
      expect((await api.call('GET', `/api/v1/documentation/agents/${id}`)).status).toBe(404);
    }
    const one = (await api.call('GET', '/api/v1/documentation/agents/quantity-takeoff')).body;
    expect(one).toEqual({ ...agent, metadata: expect.objectContaining({ total_agents: 1, total_tasks: 1 }) });
  });

  test('change the ETag of the export, which otherwise returns 304', async () => {
    await loadAgents(target, agentFile('Before'), false);
    const before = await api.call('GET', EXPORT);
    expect(before.headers.get('cache-control')).toBe('private, max-age=300');
    const tag = before.headers.get('etag') ?? '';
    const again = await api.call('GET', EXPORT, undefined, { 'if-none-match': tag });
    expect([again.status, again.text]).toEqual([304, '']);
    await loadAgents(target, agentFile('After'), false);
    const after = await api.call('GET', EXPORT, undefined, { 'if-none-match': tag });
    expect([after.status, agentIn(after.body, 'quantity-takeoff').title]).toEqual([200, 'After']);
    await removeAgent(target, 'quantity-takeoff', undefined, false);
    expect((await api.call('GET', '/api/v1/documentation/agents/quantity-takeoff')).status).toBe(404);
  });

  test.each([
    ['no YAML', 'agents: [', /cannot be read as YAML/],
    ['no agents', 'agents: []', /agents: /],
    ['an unknown field', `agents: [{id: a, title: T, description: '', type: t, tasks: [], color: red}]`, /color/],
    ['one id twice', `agents: [${`{id: a, title: T, description: '', type: t, tasks: []},`.repeat(2)}]`, /id twice/],
    [
      'a task twice',
      `agents: [{id: a, title: T, description: '', type: t, tasks: [${task('x')}, ${task('x')}]}]`,
      /task_id twice/,
    ],
    ['an alias', withSchema('{a: &a [x], b: [*a, *a]}'), /cannot be read as YAML: .*alias/],
    ['a value that contains itself', withSchema('&a {b: *a}'), /cannot be read as YAML: .*alias/],
    ['a tag of a program', withSchema('!!js/function "x"'), /cannot be read as YAML: .*tag/],
    ['a key twice', withSchema('{a: 1, a: 2}'), /cannot be read as YAML: .*duplicate/],
    ['1,000 levels', withSchema(`${'{a: '.repeat(1000)}1${'}'.repeat(1000)}`), /cannot be read as YAML: .*nest/],
  ])('with %s are rejected as a whole', (_, yaml, message) => {
    expect(() => readAgentsFile(fileOf(yaml))).toThrow(message);
  });

  test('may have ids that are property names of every object', () => {
    const file = fileOf(`agents: [{id: constructor, title: T, description: '', type: t, tasks: []}]`);
    expect(readAgentsFile(file).map(({ id }) => id)).toEqual(['constructor']);
  });
});

describe('the YAML export', () => {
  test.each([1, 2, 5, 8])('with an indent of %i parses to the same data, also as YAML 1.1', async (indent) => {
    await loadAgents(target, agentFile('"NO"'), false);
    const [json, yaml] = await Promise.all([
      api.call('GET', EXPORT),
      api.call('GET', `${EXPORT}.yaml?indent=${indent}`),
    ]);
    expect(yaml.headers.get('content-type')).toBe('application/yaml');
    for (const schema of [{}, { schema: YAML11_SCHEMA }]) {
      const read = load(yaml.text, schema) as { agents: unknown; metadata: { total_tasks: number } };
      expect(read.agents).toEqual(json.body.agents);
      expect(read.metadata).toEqual({ ...json.body.metadata, exported_at: expect.stringMatching(/Z$/) });
    }
    expect(yaml.text).toContain(`\n${' '.repeat(indent)}exported_at: '`);
    expect(yaml.text).toContain("description: '2026-01-01'");
    expect(yaml.text).toContain("title: 'NO'");
    expect(yaml.text).not.toMatch(/: [&*]/);
  });

  test.each(['0', '9', '2.5', 'x', ''])('rejects an indent of "%s"', async (indent) => {
    expect((await api.call('GET', `${EXPORT}.yaml?indent=${indent}`)).status).toBe(422);
  });
});

describe('an API key', () => {
  const withKey = (key: string, path = EXPORT, bearer?: string) =>
    service.withToken(bearer).call('GET', path, undefined, { 'x-api-key': key });

  test('grants access to the export only, until it is revoked', async () => {
    const { id, key } = await createApiKey(target, 'the docs site', undefined);
    for (const path of [
      EXPORT,
      '/api/v1/documentation/agents',
      `${EXPORT}.yaml`,
      '/api/v1/documentation/agents/search',
    ]) {
      const answer = await withKey(key, path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers.get('x-ratelimit-remaining')).not.toBeNull();
    }
    const other = await withKey(key, '/api/v1/projects');
    expect([other.status, other.body.code]).toEqual([401, 'token_missing']);
    expect(await listApiKeys(target)).toContainEqual(expect.objectContaining({ id, name: 'the docs site' }));
    await revokeApiKey(target, id, true);
    expect((await withKey(key)).status).toBe(200);
    await revokeApiKey(target, id, false);
    expect((await withKey(key)).status).toBe(401);
    await expect(revokeApiKey(target, id, false)).rejects.toThrow('There is no key');
  });

  test('is stored as a digest only', async () => {
    const { id, key } = await createApiKey(target, 'digest', undefined);
    const stored = JSON.stringify(await getItem(target.table, ApiKeyRecord, API_KEYS.key('', id)));
    expect(stored).toContain(id);
    expect(stored).not.toContain(key.split('_').slice(2).join('_'));
  });

  test('expires', async () => {
    const { key, expires_at } = await createApiKey(target, 'for a day', 1);
    expect(Date.parse(expires_at ?? '') - Date.now()).toBeGreaterThan(86_000_000);
    expect((await withKey(key)).status).toBe(200);
    const past = await createApiKey(target, 'past', -1);
    expect((await withKey(past.key)).status).toBe(401);
  });

  test.each(['', 'null', 'cdx_0123456789abcdef_', `cdx_0123456789abcdef_${'A'.repeat(43)}`, 'x'.repeat(5000)])(
    'that is "%.30s" grants nothing, and does not affect a valid token',
    async (key) => {
      const refused = await withKey(key);
      expect([refused.status, refused.body.code]).toEqual([401, key === '' ? 'token_missing' : 'api_key_invalid']);
      expect((await withKey(key, EXPORT, await service.token({ role: 'viewer' }))).status).toBe(200);
    },
  );

  test('with a wrong secret grants nothing', async () => {
    const { key } = await createApiKey(target, 'other secret', undefined);
    const changed = key.endsWith('A') ? `${key.slice(0, -1)}Q` : `${key.slice(0, -1)}A`;
    expect((await withKey(changed)).status).toBe(401);
  });
});
