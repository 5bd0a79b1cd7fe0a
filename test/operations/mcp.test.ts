import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { drawSheet } from '../../infra/demo/drawings/index.ts';
import { sampleRevisions } from '../../infra/demo/sample-revisions.ts';
import { createProject, processed, uploadForm } from '../support/documents.ts';
import { type Api, type Service, startService, type Who } from '../support/service.ts';

/** What an agent does by the Model Context Protocol, with the client of the official SDK. */

let service: Service;
let ann: Api;
let project: string;
const ids: Record<string, string> = {};
beforeAll(async () => {
  service = await startService({}, { limited: true });
  ann = await service.as({ user: 'ann' });
  project = await createProject(ann);
  const { older, newer } = sampleRevisions('agents', 'A3');
  const schedule = drawSheet({ kind: 'door-schedule', size: 'A3', sheet_number: 'A-601', seed: 'agents' });
  const files = { 'A-101.pdf': older, 'A-101-B.pdf': newer, 'A-601.pdf': new Uint8Array(schedule) };
  for (const [name, bytes] of Object.entries(files)) ids[name] = (await uploadForm(ann, project, bytes, name)).body.id;
  await Promise.all(Object.values(ids).map((id) => processed(ann, id)));
});
afterAll(() => service?.end());

const READ = 'projects:read documents:read search:read tasks:read';

const connect = async (who: Who = { user: 'ann' }) => {
  const client = new Client({ name: 'test', version: '1' });
  const headers = { authorization: `Bearer ${await service.token(who)}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${service.baseUrl}/mcp`), { requestInit: { headers } }) as never,
  );
  onTestFinished(() => client.close());
  const call = async (name: string, given: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: given });
    const [first, ...links] = content as { type: string; text?: string; uri?: string }[];
    const text = first?.text ?? '';
    return { isError: isError === true, text, body: isError ? undefined : JSON.parse(text), links };
  };
  return { client, call };
};

test('an agent finds a sheet, reads a schedule and compares two revisions', async () => {
  const { client, call } = await connect({ user: 'ann', scope: `${READ} documents:write` });
  expect(client.getInstructions()).toContain('create_comparison');
  const projects = await call('list_projects');
  expect(projects.body.items).toMatchObject([{ id: project }]);
  const found = await call('search', { query: 'A-101', project_id: project, type: 'document' });
  expect(found.body.items.map(({ id }: { id: string }) => id)).toContain(ids['A-101-B.pdf']);
  const sheet = (await call('get_document', { document_id: ids['A-101-B.pdf'] })).body;
  expect(sheet).toMatchObject({ document_reference: 'A-101', revision: 'B', sheets: [{ sheet_number: 'A-101' }] });
  for (const name of ['content', 'store_path', 'organization_id']) expect(sheet).not.toHaveProperty(name);

  const schedule = await call('read_page', { document_id: ids['A-601.pdf'], page: 1 });
  expect(schedule.body).toMatchObject({ page: 1, pages: 1, text: expect.stringMatching(/DOOR SCHEDULE/i) });
  expect(schedule.body.text).toMatch(/\bD\d{2,3}\b/);
  const none = await call('read_page', { document_id: ids['A-601.pdf'], page: 2 });
  expect(none.body).toMatchObject({ error: 'There is no page 2', pages: 1 });
  const placed = (await call('read_page', { document_id: ids['A-601.pdf'], boxes: true })).body;
  expect(placed).not.toHaveProperty('text');
  const heading = placed.words.find(({ text }: { text: string }) => /^SCHEDULE$/i.test(text));
  for (const side of ['x', 'y', 'width', 'height']) expect(heading[side]).toBeGreaterThan(0);
  expect(heading.x + heading.width).toBeLessThan(1);

  const asked = { original_document_id: ids['A-101.pdf'], comparison_document_id: ids['A-101-B.pdf'] };
  let { body, links } = await call('create_comparison', asked);
  for (let i = 0; i < 20 && !body.drawing_comparison; i++) {
    ({ body, links } = await call('get_comparison', { drawing_comparison_id: body.drawing_comparison_id }));
  }
  const { items } = body.drawing_comparison;
  expect(items.length).toBeGreaterThan(4);
  expect(items[0]).toMatchObject({ number: 1, description: expect.any(String), difference_rating: expect.any(Number) });
  expect(items[0]).not.toHaveProperty('bounding_box');
  expect(links).toMatchObject([{ type: 'resource_link', name: 'report_url', uri: body.report_url }]);
  expect(await (await fetch(body.report_url)).text()).toContain('<html');
});

test('tools that write are offered only with the scope for them; a token without scopes may read', async () => {
  const names = async (scope?: string) => {
    const { client } = await connect({ user: 'ann', ...(scope && { scope }) });
    const { tools } = await client.listTools();
    return {
      reading: tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name),
      writing: tools.filter(({ annotations }) => !annotations?.readOnlyHint).map(({ name }) => name),
    };
  };
  const unlimited = await names();
  expect(unlimited.writing).toEqual([]);
  expect(unlimited.reading).toEqual(expect.arrayContaining(['list_projects', 'search', 'read_page', 'list_tasks']));
  expect(await names(READ)).toEqual(unlimited);
  expect(await names('documents:read')).toEqual({
    reading: expect.not.arrayContaining(['search', 'list_tasks', 'list_projects']),
    writing: [],
  });
  expect((await names(`${READ} tasks:write`)).writing).toEqual(['create_task', 'update_task']);
  const { client } = await connect();
  const refused = client.callTool({ name: 'create_task', arguments: { project_id: project, title: 'x' } });
  await expect(refused).rejects.toThrow(/^MCP error -32602: There is no tool create_task for this token$/);
});

test('every tool describes its arguments, without dangling references', async () => {
  const { client } = await connect({ user: 'ann', scope: `${READ} documents:write tasks:write` });
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(12);
  for (const { name, description, inputSchema } of tools) {
    expect(description?.length, name).toBeGreaterThan(20);
    expect(JSON.stringify(inputSchema), name).not.toContain('$ref');
    expect(Object.keys(inputSchema.properties ?? {}), name).toEqual(
      expect.arrayContaining([...(inputSchema.required ?? [])]),
    );
  }
  const search = tools.find(({ name }) => name === 'search')?.inputSchema;
  expect(search).toMatchObject({ required: ['query'], properties: { limit: { type: 'integer' } } });
});

test('another organization and a user outside the project find nothing', async () => {
  for (const who of [
    { user: 'eve', organization: 'rival' },
    { user: 'zed', role: 'member' as const },
  ]) {
    const { call } = await connect(who);
    for (const document_id of [ids['A-101.pdf'], 'none']) {
      const answer = await call('get_document', { document_id });
      expect([answer.isError, answer.text]).toEqual([true, '404 not_found: Document not found']);
    }
    expect((await call('list_projects')).body).not.toHaveProperty('items');
  }
});

test("an unknown argument is answered with the known ones, an invalid value with the API's message", async () => {
  const { call } = await connect();
  expect((await call('search', { words: 'A-101' })).text).toMatch(/^There is no argument words; known are query, /);
  expect((await call('search')).text).toBe('Missing: query');
  expect((await call('search', { query: 'x', limit: 1000 })).text).toMatch(/^422 .*"limit"/);
});

test('a null of an optional argument counts as none; an argument of the tool itself is checked like any other', async () => {
  const { call } = await connect();
  expect((await call('list_projects', { page: null, query: null })).body.items).toMatchObject([{ id: project }]);
  expect((await call('get_document', { document_id: null })).text).toBe('Missing: document_id');
  const document_id = ids['A-601.pdf'];
  expect((await call('read_page', { document_id, page: null, boxes: null })).body).toMatchObject({ page: 1 });
  expect((await call('read_page', { document_id, page: 'two' })).text).toBe('page: Input should be a valid number');
  expect((await call('read_page', { document_id, from: -1 })).isError).toBe(true);
  for (const id of ['', '.', '..']) {
    expect((await call('get_document', { document_id: id })).text).toBe('document_id: is not an identifier');
  }
});

test('parameters of another form than the protocol has are invalid, and each is named', async () => {
  const authorization = `Bearer ${await service.token({ user: 'ann' })}`;
  const errorOf = async (method: string, params?: unknown) => {
    const answer = await fetch(`${service.baseUrl}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
    });
    const { id, error } = (await answer.json()) as { id: number; error: unknown };
    return { status: answer.status, id, error };
  };
  const invalid = (message: string) => ({ status: 200, id: 7, error: { code: -32602, message } });
  expect(await errorOf('tools/call', { name: 'list_projects', arguments: null })).toEqual(
    invalid('params.arguments: Input should be a valid object'),
  );
  expect(await errorOf('tools/call', { name: 5 })).toEqual(invalid('params.name: Input should be a valid string'));
  expect(await errorOf('tools/call')).toEqual(invalid('params: Field required'));
  expect(await errorOf('tools/list', { cursor: 5 })).toEqual(invalid('params.cursor: Input should be a valid string'));
  expect((await errorOf('initialize', {})).error).toMatchObject({
    code: -32602,
    message: expect.stringMatching(/^params\.protocolVersion: Field required; /),
  });
});

test('a tool call counts as a request of the caller; above the limit the response says when to retry', async () => {
  const { call } = await connect({ user: 'busy' });
  const { useEnvironment, environment } = await import('../../shared/environment.ts');
  const usual = environment();
  useEnvironment({ ...usual, RATE_LIMIT_PER_MINUTE: 5 });
  onTestFinished(() => useEnvironment(usual));
  // Connecting takes two requests; each call takes one for itself and one for its operation.
  expect((await call('list_projects')).isError).toBe(false);
  expect((await call('list_projects')).text).toMatch(/^429 rate_limited: .* Try again in \d+ s\.$/);
});

test('without a token the response says where to get one; other methods are not allowed', async () => {
  const post = (headers: Record<string, string> = {}) =>
    fetch(`${service.baseUrl}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    });
  const missing = await post();
  const metadata = `${service.baseUrl}/.well-known/oauth-protected-resource/mcp`;
  expect([missing.status, missing.headers.get('www-authenticate')]).toEqual([
    401,
    `Bearer resource_metadata="${metadata}"`,
  ]);
  const wrong = await post({ authorization: 'Bearer nonsense' });
  expect(wrong.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token", .+, resource_metadata="/);
  const described = await (await fetch(metadata)).json();
  expect(described).toMatchObject({
    resource: `${service.baseUrl}/mcp`,
    authorization_servers: [service.baseUrl],
    scopes_supported: READ.split(' '),
  });
  const stream = await fetch(`${service.baseUrl}/mcp`, { headers: { accept: 'text/event-stream' } });
  expect(stream.status).toBe(405);
  const token = `Bearer ${await service.token()}`;
  const old = await post({ authorization: token, 'mcp-protocol-version': '1999-01-01' });
  expect([old.status, ((await old.json()) as { detail: string }).detail]).toEqual([
    400,
    expect.stringContaining('protocol version'),
  ]);
});
