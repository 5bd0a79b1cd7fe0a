import type { IncomingMessage, ServerResponse } from 'node:http';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { credentialsKey } from '../../shared/table/keys.ts';
import { type Answer, type Api, type Service, startService } from '../support/service.ts';
import { createSystem, SYSTEMS_PATH, startServer, systemBody } from '../support/systems.ts';

/** A marker contained in every secret: it may occur nowhere but in the calls to the system. */
const CANARY = 'canary-7f3a9c51d2';
const KEY = { authentication_type: 'api_key', credentials: { api_key: CANARY } };

interface Seen {
  url: string;
  headers: IncomingMessage['headers'];
}
/** The behaviour of one external system; the first component of the path selects it. */
type Behaviour = (response: ServerResponse, request: IncomingMessage, calls: number) => void;
const behaviours = new Map<string, Behaviour>();
const seen = new Map<string, Seen[]>();

let service: Service;
let admin: Api;
let outside: Awaited<ReturnType<typeof startServer>>;
let table: DynamoDBDocumentClient;
const printed: string[] = [];
const answered: string[] = [];

const recording = (api: Api): Api => ({
  call: async (...asked) => {
    const answer = await api.call(...asked);
    answered.push(answer.text, JSON.stringify([...answer.headers]));
    return answer;
  },
});

beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => printed.push(String(chunk)) > 0);
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => printed.push(String(chunk)) > 0);
  outside = await startServer((request, response) => {
    const name = request.url!.split(/[/?]/)[1]!;
    const calls = seen.get(name) ?? [];
    seen.set(name, [...calls, { url: request.url!, headers: request.headers }]);
    const behave = behaviours.get(name);
    if (behave) behave(response, request, calls.length + 1);
    else response.writeHead(404).end();
  });
  const environment = { VALIDATE_RESPONSES: '1', OUTBOUND_ALLOWED_HOSTS: outside.host, LOG_LEVEL: 'debug' };
  service = await startService(environment, { idle: true });
  admin = recording(await service.as({ role: 'org_admin' }));
  table = DynamoDBDocumentClient.from(new DynamoDBClient({}));
});
afterAll(async () => {
  await service.end();
  await outside.end();
  vi.restoreAllMocks();
});
beforeEach(() => expect(printed.join('')).not.toContain(CANARY));

let made = 0;
/** Registers an external system with a behaviour of its own. */
const behaving = (behave: Behaviour) => {
  const name = `system-${made++}`;
  behaviours.set(name, behave);
  return { base_url: `${outside.url}/${name}`, calls: () => seen.get(name) ?? [] };
};
const fine: Behaviour = (response) => response.end('{"fine":true}');
const inOrganization = (id: string, rest = '') => `${SYSTEMS_PATH}/${id}${rest}?organization_id=acme`;
const tested = (id: string, body: unknown = {}): Promise<Answer> =>
  admin.call('POST', inOrganization(id, '/test'), body);
const changed = (id: string, body: unknown) => admin.call('PATCH', inOrganization(id), body);
const read = async (id: string) => (await admin.call('GET', inOrganization(id))).body;
/** Short timeouts and pauses. */
const once = { retry_attempts: 0 };
const stored = async (name: string) => {
  const { Items = [] } = await table.send(new ScanCommand({ TableName: name }));
  return Items;
};
const credentialsOf = async (id: string) =>
  (await stored('construction-credentials')).find(({ pk }) => pk === credentialsKey('acme', id).pk);

describe('a record', () => {
  test('has the documented defaults and names which credentials are stored', async () => {
    const body = systemBody('https://api.example.com', { ...KEY, created_by_user_id: 'someone else' });
    const answer = await admin.call('POST', SYSTEMS_PATH, body);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/api/v1/organizations/acme/external-systems/${body.system_id}`);
    expect(answer.body).toMatchObject({
      _id: body.system_id,
      description: null,
      timeout: 30,
      retry_attempts: 3,
      rate_limit_per_minute: null,
      is_active: true,
      is_shared: false,
      status: 'testing',
      created_by_user_id: 'ann',
      has_credentials: true,
      credential_fields: ['api_key'],
    });
    expect(answer.body).not.toHaveProperty('credentials');
    expect((await admin.call('POST', SYSTEMS_PATH, body)).status).toBe(409);
    const inPath = `/api/v1/organizations/acme/external-systems/${body.system_id}`;
    expect((await admin.call('GET', inPath)).body).toEqual(await read(body.system_id));
  });

  test.each([
    [{ base_url: 'ftp://example.com' }, 'base_url'],
    [{ base_url: 'https://user:pass@example.com' }, 'base_url'],
    [{ custom_headers: { Host: 'inside' } }, 'custom_headers'],
    [{ custom_headers: { Authorization: 'x' } }, 'custom_headers'],
    [{ custom_headers: { 'X-Api-Key': 'x' } }, 'custom_headers'],
    [{ custom_headers: { 'Transfer-Encoding': 'chunked' } }, 'custom_headers'],
    [{ custom_headers: { Plain: 'a\r\nInjected: b' } }, 'custom_headers'],
    [{ authentication_type: 'none', credentials: { token: 'x' } }, 'credentials'],
    [{ authentication_type: 'basic_auth', credentials: { username: 'x' } }, 'credentials'],
    [{ authentication_type: 'bearer_token', credentials: { token: 'x', more: 'y' } }, 'credentials'],
    [{ authentication_type: 'custom_header', credentials: { header_name: 'Host', header_value: 'x' } }, 'credentials'],
    [{ is_active: false, status: 'active' }, 'status'],
  ])('rejects %j', async (more, field) => {
    const answer = await admin.call('POST', SYSTEMS_PATH, systemBody('https://api.example.com', more));
    expect([answer.status, answer.body.detail[0]?.loc[1]]).toEqual([422, field]);
  });

  test('is listed although inactive only on request', async () => {
    const lister = recording(await service.as({ role: 'org_admin', organization: 'lists' }));
    const on = await createSystem(lister, 'https://a.example', { organization_id: 'lists' });
    const off = await createSystem(lister, 'https://b.example', { organization_id: 'lists', is_active: false });
    const ids = async (query: string) =>
      (await lister.call('GET', SYSTEMS_PATH + query)).body.map(({ system_id }: { system_id: string }) => system_id);
    expect(await ids('')).toEqual([on]);
    expect(await ids('?include_inactive=true&organization_id=lists')).toEqual([off, on]);
    expect(await ids('?include_inactive=true&skip=1&limit=1')).toEqual([on]);
  });

  test('is deleted permanently with its credentials', async () => {
    const id = await createSystem(admin, 'https://api.example.com', KEY);
    expect(await credentialsOf(id)).toBeDefined();
    const stale = await admin.call('DELETE', inOrganization(id), undefined, { 'if-match': '"7"' });
    expect([stale.status, (await credentialsOf(id)) !== undefined]).toEqual([409, true]);
    expect((await admin.call('DELETE', inOrganization(id))).status).toBe(204);
    expect((await admin.call('GET', inOrganization(id))).status).toBe(404);
    expect(await credentialsOf(id)).toBeUndefined();
  });
});

describe('stored credentials', () => {
  test('are encrypted again when replaced, and removed by null', async () => {
    const id = await createSystem(admin, 'https://api.example.com', KEY);
    const before = await credentialsOf(id);
    expect((await changed(id, { timeout: 9 })).body).toMatchObject({ timeout: 9, has_credentials: true });
    expect(await credentialsOf(id)).toEqual(before);
    const both = { authentication_type: 'basic_auth', credentials: { username: 'ann', password: CANARY } };
    expect((await changed(id, both)).body.credential_fields).toEqual(['password', 'username']);
    expect((await credentialsOf(id))!.sealed).not.toBe(before!.sealed);
    expect((await changed(id, { credentials: null })).body).toMatchObject({
      has_credentials: false,
      credential_fields: [],
    });
    expect(await credentialsOf(id)).toBeUndefined();
  });

  test('are dropped when the base URL moves to another origin', async () => {
    const id = await createSystem(admin, 'https://api.example.com/v1', KEY);
    expect((await changed(id, { base_url: 'https://api.example.com/v2' })).body.has_credentials).toBe(true);
    const others = { base_url: 'https://api.example.org', credentials: { api_key: CANARY } };
    expect((await changed(id, others)).body.has_credentials).toBe(true);
    expect((await changed(id, { base_url: 'http://api.example.org' })).body.has_credentials).toBe(false);
    expect(await credentialsOf(id)).toBeUndefined();
  });

  test('are those of exactly one of several concurrent updates', async () => {
    const id = await createSystem(admin, 'https://api.example.com', KEY);
    const calls = Array.from({ length: 4 }, (_, i) => changed(id, { credentials: { api_key: `${CANARY}-${i}` } }));
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await read(id)).toMatchObject({ has_credentials: true });
    const names = (await stored('construction')).find(({ system_id, sk }) => system_id === id && sk === 'SYSTEM');
    expect((await credentialsOf(id))!.credentials_id).toBe(names!.credentials_id);
  });

  test('of another type than the declared one are rejected', async () => {
    const id = await createSystem(admin, 'https://api.example.com', KEY);
    const bare = await changed(id, { authentication_type: 'bearer_token' });
    expect([bare.status, bare.body.detail[0].loc]).toEqual([422, ['body', 'credentials']]);
    const wrong = await changed(id, { credentials: { token: CANARY } });
    expect(wrong.status).toBe(422);
    expect((await changed(id, { authentication_type: 'none' })).body.has_credentials).toBe(false);
  });

  test('can be decrypted only for their own system and organization', async () => {
    const { base_url, calls } = behaving(fine);
    const [a, b] = [await createSystem(admin, base_url, KEY), await createSystem(admin, base_url, KEY)];
    const rival = recording(await service.as({ organization: 'rival', role: 'org_admin' }));
    await createSystem(rival, base_url, { ...KEY, system_id: a, organization_id: 'rival' });
    const [ofA, ofB] = [(await credentialsOf(a))!, (await credentialsOf(b))!];
    const key = credentialsKey('rival', a);
    const ofRival = (await stored('construction-credentials')).find(({ pk }) => pk === key.pk)!;
    for (const theirs of [ofB, ofRival]) {
      const swapped = { ...ofA, sealed: theirs.sealed };
      await table.send(new PutCommand({ TableName: 'construction-credentials', Item: swapped }));
      expect((await tested(a)).status).toBe(500);
    }
    expect(calls()).toEqual([]);
    await table.send(new PutCommand({ TableName: 'construction-credentials', Item: ofA }));
    expect((await tested(a)).body.success).toBe(true);
    // Credentials that belong to another version of the record.
    await table.send(
      new PutCommand({ TableName: 'construction-credentials', Item: { ...ofA, credentials_id: 'another' } }),
    );
    expect((await tested(a)).status).toBe(409);
    expect(calls()).toHaveLength(1);
  });
});

describe('a connection test', () => {
  test.each([
    ['none', undefined, {}],
    ['api_key', { api_key: CANARY }, { 'x-api-key': CANARY }],
    ['api_key', { api_key: CANARY, header_name: 'X-Other' }, { 'x-other': CANARY }],
    ['bearer_token', { token: CANARY }, { authorization: `Bearer ${CANARY}` }],
    [
      'basic_auth',
      { username: 'änn', password: CANARY },
      { authorization: `Basic ${Buffer.from(`änn:${CANARY}`).toString('base64')}` },
    ],
    [
      'custom_header',
      { header_name: 'Authorization', header_value: `Token ${CANARY}` },
      { authorization: `Token ${CANARY}` },
    ],
  ])('authenticates by %s %j', async (authentication_type, credentials, headers) => {
    const { base_url, calls } = behaving(fine);
    const custom_headers = { 'X-Tenant': 'acme' };
    const id = await createSystem(admin, base_url, { authentication_type, credentials, custom_headers });
    const { status, body } = await tested(id, { test_endpoint: '/health', test_params: { a: 'b c', n: 1 } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, status_code: 200, error_message: null });
    expect(calls()[0]!.url).toMatch(/\/health\?a=b\+c&n=1$/);
    expect(calls()[0]!.headers).toMatchObject({ 'x-tenant': 'acme', ...headers });
    const record = await read(id);
    expect(record).toMatchObject({ status: 'active', last_test_status: 'success', last_tested_at: body.tested_at });
  });

  test('with oauth2 fetches a token once, and another one when the system rejects it', async () => {
    let valid = 'token-1';
    const tokens = behaving((response, _, calls) => {
      valid = `token-${calls}`;
      response.end(JSON.stringify({ access_token: valid, token_type: 'Bearer', expires_in: 3600 }));
    });
    const system = behaving((response, request) =>
      response.writeHead(request.headers.authorization === `Bearer ${valid}` ? 200 : 401).end(),
    );
    const credentials = { client_id: 'a:b', client_secret: CANARY, token_url: tokens.base_url, scope: 'read' };
    const id = await createSystem(admin, system.base_url, { authentication_type: 'oauth2', credentials, ...once });
    expect((await tested(id)).body.success).toBe(true);
    expect((await tested(id)).body.success).toBe(true);
    expect(tokens.calls()).toHaveLength(1);
    expect(Buffer.from(tokens.calls()[0]!.headers.authorization!.slice(6), 'base64').toString()).toBe(
      `a%3Ab:${CANARY}`,
    );
    valid = 'revoked';
    expect((await tested(id)).body.success).toBe(true);
    expect([tokens.calls().length, system.calls().length]).toEqual([2, 4]);
  });

  test('with oauth2 reports a missing token without quoting the response', async () => {
    const tokens = behaving((response) => response.writeHead(400).end(`{"error":"${CANARY}"}`));
    const system = behaving(fine);
    const credentials = { client_id: 'a', client_secret: CANARY, token_url: tokens.base_url };
    const id = await createSystem(admin, system.base_url, { authentication_type: 'oauth2', credentials });
    const { body } = await tested(id);
    expect(body).toMatchObject({ success: false, status_code: null, error_message: 'The token endpoint answered 400' });
    expect([tokens.calls().length, system.calls().length]).toEqual([1, 0]);
  });

  test.each<[string, Behaviour, Record<string, unknown>, RegExp]>([
    ['refuses', (response) => response.writeHead(403).end(CANARY), {}, /^The system answered 403$/],
    ['is slow', () => undefined, { timeout: 1 }, /did not answer in time/],
    [
      'drips',
      (response) => void response.writeHead(200, { 'content-length': 9 }).write('x'),
      { timeout: 1 },
      /in time/,
    ],
    [
      'is endless',
      (response) => {
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        };
        response.on('drain', more);
        more();
      },
      {},
      /above 1048576 bytes/,
    ],
    ['resets', (response) => void response.socket!.destroy(), {}, /connection to the system failed/],
    [
      'redirects for ever',
      (response, request) => response.writeHead(302, { location: request.url! }).end(),
      {},
      /3 times/,
    ],
    [
      'redirects inside',
      (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
      {},
      /no public address/,
    ],
  ])('of a system that %s answers 200 with the failure', async (_, behave, more, message) => {
    const { base_url } = behaving(behave);
    const id = await createSystem(admin, base_url, { ...KEY, ...once, ...more });
    const { status, body } = await tested(id);
    expect(status).toBe(200);
    expect(body.success).toBe(false);
    expect(body.error_message).toMatch(message);
    expect(await read(id)).toMatchObject({ status: 'error', last_test_status: 'failure' });
  });

  test('retries transient failures and nothing else', async () => {
    const passing = behaving((response, _, calls) => response.writeHead(calls < 3 ? 503 : 200).end());
    const broken = behaving((response) => response.writeHead(404).end());
    const first = await createSystem(admin, passing.base_url, { retry_attempts: 2 });
    const second = await createSystem(admin, broken.base_url, { retry_attempts: 2 });
    expect((await tested(first)).body.success).toBe(true);
    expect((await tested(second)).body.success).toBe(false);
    expect([passing.calls().length, broken.calls().length]).toEqual([3, 1]);
  });

  test('ends with the last result if Retry-After exceeds the remaining time', async () => {
    const { base_url, calls } = behaving((response) => response.writeHead(503, { 'retry-after': '600' }).end());
    const id = await createSystem(admin, base_url, { retry_attempts: 5 });
    expect((await tested(id)).body).toMatchObject({ success: false, status_code: 503 });
    expect(calls()).toHaveLength(1);
  });

  test.each(['https://evil.example/', 'http://127.0.0.1:1/', 'http://user@HOST/', 'ftp://HOST/'])(
    'does not connect to %s',
    async (endpoint) => {
      const { base_url, calls } = behaving(fine);
      const id = await createSystem(admin, base_url);
      const answer = await tested(id, { test_endpoint: endpoint.replace('HOST', outside.host) });
      expect([answer.status, answer.body.detail[0].loc, calls().length]).toEqual([422, ['body', 'test_endpoint'], 0]);
    },
  );

  test('reaches no internal address, however it is written', async () => {
    const inside = await startServer((_request, response) => {
      arrived++;
      response.end();
    });
    let arrived = 0;
    const port = inside.host.split(':')[1];
    const spellings = ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '0177.0.0.1', '[::1]', '[::ffff:127.0.0.1]'];
    try {
      for (const host of [...spellings, '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '0']) {
        const id = await createSystem(admin, `http://${host}:${port}`, { ...KEY, ...once });
        const { body } = await tested(id);
        expect(body).toMatchObject({ success: false, error_message: 'The host has no public address' });
      }
      expect(arrived).toBe(0);
    } finally {
      await inside.end();
    }
  });

  test.each(['//evil.example/x', '\\\\evil.example', '@evil.example', 'http:evil.example'])(
    'accepts %s as a path of the system',
    async (endpoint) => {
      const { base_url, calls } = behaving(fine);
      const id = await createSystem(admin, base_url);
      expect((await tested(id, { test_endpoint: endpoint })).body.success).toBe(true);
      expect(calls()).toHaveLength(1);
    },
  );

  test('calls the health path of the metadata if no path is given', async () => {
    const { base_url, calls } = behaving(fine);
    const id = await createSystem(admin, base_url, { metadata: { health_path: 'up' } });
    await admin.call('POST', inOrganization(id, '/test'));
    expect(calls()[0]!.url).toMatch(/^\/system-\d+\/up$/);
  });

  test('leaves an inactive system inactive, and needs credentials of its type', async () => {
    const { base_url, calls } = behaving(fine);
    const id = await createSystem(admin, base_url, { is_active: false });
    expect((await tested(id)).body.success).toBe(true);
    expect(await read(id)).toMatchObject({ status: 'inactive', is_active: false, last_test_status: 'success' });
    expect((await changed(id, { is_active: true })).body.status).toBe('testing');
    expect((await changed(id, { status: 'inactive' })).body.is_active).toBe(false);
    await changed(id, { authentication_type: 'api_key', is_active: true });
    expect((await tested(id)).body.error_message).toContain('no stored credentials');
    expect(calls()).toHaveLength(1);
  });

  test('does not update the record if the base URL was changed in the meantime', async () => {
    let id = '';
    const elsewhere = behaving(fine);
    const { base_url } = behaving((response) => {
      void changed(id, { base_url: elsewhere.base_url }).then(() => response.end());
    });
    id = await createSystem(admin, base_url);
    expect((await tested(id)).body.success).toBe(true);
    expect(await read(id)).toMatchObject({ status: 'testing', last_tested_at: null });
  });

  test('keeps to the rate limit under concurrent calls', async () => {
    const { base_url, calls } = behaving(fine);
    const id = await createSystem(admin, base_url, { rate_limit_per_minute: 3 });
    // All in one minute: the next minute has a limit of its own.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2099-01-01T00:00:10Z') });
    const { localAdapters } = await import('../../infra/local/adapters.ts');
    const { environment } = await import('../../shared/environment.ts');
    const port = localAdapters['calls.write']!(environment());
    const now = new Date();
    vi.useRealTimers();
    const system = { organization_id: 'acme', system_id: id };
    const admitted = await Promise.all(
      Array.from({ length: 12 }, (_, i) => port.admit(system, { id: `call ${i}`, perMinute: 3, now })),
    );
    expect(admitted.filter(Boolean)).toHaveLength(3);
    const fresh = await port.admit(system, { id: 'a', perMinute: 3, now: new Date(now.getTime() + 60_000) });
    const again = await port.admit(system, { id: 'a', perMinute: 1, now: new Date(now.getTime() + 60_000) });
    expect([fresh, again]).toEqual([true, true]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => tested(id)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused[0]!.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(calls()).toHaveLength(8 - refused.length);
    // Two if a new minute began in between.
    expect(calls().length).toBeLessThanOrEqual(6);
  });
});

describe('geocoding', () => {
  let member: Api;
  beforeAll(async () => {
    member = recording(await service.as({ role: 'member', scope: 'systems:use' }));
  });
  const asked = (id: string, body: Record<string, unknown> = {}) =>
    member.call('POST', `${SYSTEMS_PATH}/${id}/geocode`, { text: '1 Harbour Street', ...body });

  test("returns the provider's results", async () => {
    const place = { type: 'FeatureCollection', features: [{ properties: { formatted: '1 Harbour Street' } }] };
    const { base_url, calls } = behaving((response) => response.end(JSON.stringify(place)));
    const id = await createSystem(admin, base_url, KEY);
    const answer = await asked(id, { limit: 2, organization_id: 'acme' });
    expect([answer.status, answer.body]).toEqual([200, place]);
    const url = new URL(calls()[0]!.url, 'http://x');
    expect(url.pathname).toMatch(/\/v1\/geocode\/search$/);
    expect(Object.fromEntries(url.searchParams)).toEqual({ text: '1 Harbour Street', limit: '2', apiKey: CANARY });
    expect((await asked(id, { organization_id: 'other' })).status).toBe(403);
    expect(calls()).toHaveLength(1);
  });

  test.each<[string, Behaviour, Record<string, unknown>, number]>([
    ['refuses the key', (response) => response.writeHead(401).end(), {}, 502],
    ['fails', (response) => response.writeHead(500).end(CANARY), {}, 502],
    ['answers no JSON', (response) => response.end(`no JSON but ${CANARY}`), {}, 502],
    ['nests its answer', (response) => response.end(`{"a":${'['.repeat(300_000)}${']'.repeat(300_000)}}`), {}, 502],
    ['answers the key', (response) => response.end(JSON.stringify({ url: `?apiKey=${CANARY}` })), {}, 502],
    ['answers the key in escapes', (response) => response.end('{"k":"\\u0063anary-7f3a9c51d2"}'), {}, 502],
    ['breaks off', (response) => void response.socket!.destroy(), {}, 502],
    ['is slow', () => undefined, { timeout: 1 }, 504],
    ['has a rate limit', (response) => response.writeHead(429, { 'retry-after': '7' }).end(), {}, 429],
  ])('with a provider that %s', async (_, behave, more, status) => {
    const { base_url } = behaving(behave);
    const id = await createSystem(admin, base_url, { ...KEY, ...once, ...more });
    const answer = await asked(id);
    expect(answer.status, answer.text).toBe(status);
    if (status === 429) expect(answer.headers.get('retry-after')).toBe('7');
  });

  test('needs an active system with a key', async () => {
    const without = await createSystem(admin, outside.url);
    const off = await createSystem(admin, outside.url, { ...KEY, is_active: false });
    expect([(await asked(without)).status, (await asked(off)).status]).toEqual([409, 409]);
  });
});

test('no secret is logged, returned or stored in plain text', async () => {
  const items = [...(await stored('construction')), ...(await stored('construction-credentials'))];
  expect(items.some(({ sealed }) => sealed !== undefined)).toBe(true);
  expect(printed.some((line) => line.includes('test-external-system'))).toBe(true);
  const all = [JSON.stringify(items), ...printed, ...answered].join('\n');
  for (const form of [CANARY, Buffer.from(CANARY).toString('base64').slice(0, -4), encodeURIComponent(CANARY)]) {
    expect(all.includes(form)).toBe(false);
  }
});
