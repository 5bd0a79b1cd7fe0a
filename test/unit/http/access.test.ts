import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import type { ApiKeyRecord } from '../../../shared/domain/access/api-key.ts';
import type { ViewerLink } from '../../../shared/domain/access/viewer-link.ts';
import { NotFound } from '../../../shared/domain/errors.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { defineOperation, type Handle } from '../../../shared/http/operation.ts';
import { provide } from '../../../shared/http/provide.ts';
import type { Ports } from '../../../shared/ports.ts';
import { seconds } from './support/identity-provider.ts';
import { invoke, TestService } from './support/service.ts';

process.env.LOG_LEVEL = 'silent';
process.env.VALIDATE_RESPONSES = '1';

const body = z.strictObject({ name: z.string() });
const shared = {
  tag: 'Test',
  summary: 'A thing',
  description: 'A thing.',
  params: z.object({ thing_id: z.string().max(8) }),
  responses: { 200: { description: 'The thing', schema: z.object({ seen: z.string() }) } },
  uses: [],
} as const;
const read = defineOperation({
  ...shared,
  id: 'get-thing',
  method: 'GET',
  path: '/api/v1/things/{thing_id}',
  auth: { scope: 'documents:read', role: 'viewer' },
});
const write = defineOperation({
  ...shared,
  id: 'update-thing',
  method: 'PATCH',
  path: '/api/v1/things/{thing_id}',
  auth: { scope: 'documents:write', role: 'manager' },
  body,
});

let service: TestService;
let ran = 0;
const companies: (string | null)[] = [];
let handled: () => Promise<void> = async () => {};

const keyed = defineOperation({
  ...shared,
  id: 'get-keyed-thing',
  method: 'GET',
  path: '/api/v1/keyed-things/{thing_id}',
  auth: { scope: 'export:read', role: 'viewer', apiKey: true, projects: false },
});

const linked = defineOperation({
  ...shared,
  id: 'get-linked-thing',
  method: 'GET',
  path: '/api/v1/linked-things/{document_id}',
  params: z.object({ document_id: z.string() }),
  auth: { scope: 'documents:read', role: 'viewer', viewerLink: 'document_id' },
});

const handleRead: Handle<typeof read> = async ({ params, projects, caller }) => {
  ran++;
  companies.push(caller.company);
  await handled();
  if (!(await projects.allows(params.thing_id))) throw new NotFound(`no ${params.thing_id}`);
  return { status: 200, body: { seen: `${caller.organizationId}/${params.thing_id}` } };
};
const handleWrite: Handle<typeof write> = async ({ body, caller }) => {
  ran++;
  companies.push(caller.company);
  return { status: 200, body: { seen: body.name } };
};
const handleKeyed: Handle<typeof keyed> = async ({ caller }) => ({
  status: 200,
  body: { seen: `${caller.issuer}/${caller.subject}` },
});
const handleLinked: Handle<typeof linked> = async ({ caller }) => ({
  status: 200,
  body: { seen: `${caller.organizationId}/${caller.subject}` },
});
const handlers = {
  linked: lambda(linked, handleLinked),
  read: lambda(read, handleRead),
  write: lambda(write, handleWrite),
  keyed: lambda(keyed, handleKeyed),
};

beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());
beforeEach(() => {
  ran = 0;
  handled = async () => {};
  Object.assign(service.limits, {
    ...{ refuse: false, failure: undefined },
    ...{ gate: Promise.resolve(), releaseGate: Promise.resolve() },
  });
  service.limits.admitted.length = 0;
  service.limits.released.length = 0;
  service.memberships.projects.set('org-1/user-1', new Set(['p1']));
});

const get = (headers: Record<string, string>, id = 'p1') =>
  invoke(read, handlers.read, { headers, params: { thing_id: id } });
const patch = (headers: Record<string, string>, json: unknown = { name: 'a' }, id = 'p1') =>
  invoke(write, handlers.write, { headers, params: { thing_id: id }, json });

describe('401', () => {
  test.each([
    ['no header', {}, 'Not authenticated'],
    ['an empty header', { authorization: '' }, 'Not authenticated'],
    ['another scheme', { authorization: 'Basic YTpi' }, /must be "Bearer"/],
    ['two tokens', { authorization: 'Bearer a.b.c, Bearer d.e.f' }, /must be "Bearer"/],
    ['no token', { authorization: 'Bearer a.b.c' }, /cannot be read/],
  ])('%s', async (_name, headers: Record<string, string>, detail) => {
    const reply = await get(headers, 'much too long an id');
    expect(reply.status).toBe(401);
    expect(reply.headers['WWW-Authenticate']).toMatch(/^Bearer/);
    expect(reply.json.detail).toEqual(expect.stringMatching(detail));
    expect(service.limits.admitted).toHaveLength(0);
  });

  test('an expired token is reported as expired', async () => {
    const reply = await get(await service.as({ exp: seconds(-5) }));
    expect(reply).toMatchObject({ status: 401, json: { detail: 'Signature has expired' } });
    expect(reply.headers['WWW-Authenticate']).toBe(
      'Bearer error="invalid_token", error_description="Signature has expired"',
    );
  });

  test('precedes validation of the body', async () => {
    const call = { headers: { 'content-type': 'text/csv' }, body: '{', params: { thing_id: 'p1' } };
    expect((await invoke(write, handlers.write, call)).status).toBe(401);
  });
});

describe('an API key', () => {
  const secret = 's'.repeat(43);
  const key = `cdx_${'a'.repeat(16)}_${secret}`;
  const call = (headers: Record<string, string>) =>
    invoke(keyed, handlers.keyed, { headers, params: { thing_id: 'p1' } });
  let record: Pick<ApiKeyRecord, 'id' | 'name' | 'secret_sha256' | 'expires_at'> | undefined;
  beforeAll(() => {
    provide({ 'api-keys.read': () => ({ get: async () => record }) as unknown as Ports['api-keys.read'] });
  });
  beforeEach(() => {
    const secret_sha256 = createHash('sha256').update(secret).digest('hex');
    record = { id: 'a'.repeat(16), name: 'docs', secret_sha256, expires_at: null };
  });

  test('identifies its caller', async () => {
    const reply = await call({ 'x-api-key': key });
    expect(reply).toMatchObject({ status: 200, json: { seen: `api-key/${'a'.repeat(16)}` } });
  });

  test.each<[string, () => void]>([
    ['is unknown', () => (record = undefined)],
    ['has another secret', () => (record = record && { ...record, secret_sha256: '0'.repeat(64) })],
    ['has expired', () => (record = record && { ...record, expires_at: '2020-01-01T00:00:00.000Z' })],
  ])('that %s is rejected, unless the request has a token as well', async (_name, change) => {
    change();
    expect(await call({ 'x-api-key': key })).toMatchObject({ status: 401, json: { code: 'api_key_invalid' } });
    expect(await call({ 'x-api-key': key, ...(await service.as()) })).toMatchObject({ status: 200 });
  });
});

describe('a viewer link', () => {
  let link: ViewerLink | undefined;
  beforeAll(() => {
    const open = async (sealed: string) => (link && sealed === 'sealed' ? { link, creator: undefined } : undefined);
    provide({ 'viewer-links.open': () => ({ open }) });
  });
  beforeEach(() => {
    link = {
      ...{ organization_id: 'org-1', project_id: 'p1', record: { type: 'document', id: 'd1' }, permission: 'view' },
      ...{ creator: 'user-1', label: null, frame_ancestors: [], until: Date.now() + 60_000 },
    };
  });
  const call = (token: string, document = 'd1') =>
    invoke(linked, handlers.linked, {
      headers: { authorization: `Bearer view_${token}` },
      params: { document_id: document },
    });

  test('has the rights of its creator on its record', async () => {
    expect(await call('sealed')).toMatchObject({ status: 200, json: { seen: 'org-1/user-1' } });
  });

  test('is rejected for another record', async () => {
    expect(await call('sealed', 'd2')).toMatchObject({ status: 403, json: { code: 'outside_viewer_link' } });
    link = link && { ...link, record: { type: 'drawing_comparison', id: 'd1' } };
    expect(await call('sealed')).toMatchObject({ status: 403, json: { code: 'outside_viewer_link' } });
  });

  test('is rejected if it was altered or has expired', async () => {
    expect(await call('altered')).toMatchObject({ status: 401, json: { code: 'token_invalid' } });
    link = link && { ...link, until: Date.now() - 1 };
    expect(await call('sealed')).toMatchObject({ status: 401, json: { code: 'token_expired' } });
  });
});

describe('403', () => {
  test('a viewer link of an operation that accepts none', async () => {
    const reply = await get({ authorization: 'Bearer view_sealed' });
    expect(reply).toMatchObject({ status: 403, json: { code: 'outside_viewer_link' } });
  });

  test.each([
    ['no organization', { org_id: undefined }, /organization/],
    ['too small a role', { roles: ['member'] }, /role manager/],
    ['no role', { roles: undefined }, /role manager/],
    ['unknown roles only', { roles: ['root', 'owner'] }, /role manager/],
    ['a scope for reading', { roles: ['manager'], scope: 'documents:read' }, /scope/],
    ['scopes of another group', { roles: ['manager'], scope: 'openid tasks:write' }, /scope/],
    ['an action that does not exist', { roles: ['manager'], scope: 'documents:admin' }, /scope/],
  ])('%s, before the body is validated', async (_name, claims, detail) => {
    const reply = await patch(await service.as(claims), { unknown: 1 });
    expect(reply.status).toBe(403);
    expect(reply.json.detail).toEqual(expect.stringMatching(detail));
    expect(ran).toBe(0);
  });

  test.each([
    ['the scope', { roles: ['manager'], scope: 'openid documents:write' }],
    ['scopes of other services alone', { roles: ['manager'], scope: 'openid email profile' }],
    ['a larger role', { roles: ['viewer', 'org_admin'] }],
    ['roles in one text', { roles: 'viewer manager' }],
  ])('is not returned with %s', async (_name, claims) => {
    expect((await patch(await service.as(claims))).status).toBe(200);
  });
});

test('a change has the name of the organization as the company of its caller, a read does not wait for it', async () => {
  service.people.names.set('org-1', 'Harbour Build');
  onTestFinished(() => service.people.names.clear());
  const caller = await service.as({ roles: ['manager'], company: 'HB' });
  companies.length = 0;
  expect([(await patch(caller)).status, (await get(caller)).status]).toEqual([200, 200]);
  service.people.names.clear();
  await patch(caller);
  expect(companies).toEqual(['Harbour Build', 'HB', 'HB']);
});

describe('project access', () => {
  test('a project of which the caller is not a member is answered like a missing one', async () => {
    const reply = await get(await service.as(), 'p2');
    const other = await get(await service.as({ sub: 'nobody' }), 'p1');
    expect(reply.text).toBe(
      '{"detail":"Thing not found","code":"not_found","loc":["path","thing_id"],"request_id":"request-1",' +
        '"documentation_url":"/api/public/redoc#section/Errors/not_found"}',
    );
    expect(other.text).toBe(reply.text);
    expect(Object.keys(other.headers)).toEqual(Object.keys(reply.headers));
  });

  test('is not checked for callers who see every project', async () => {
    const before = service.memberships.asked;
    expect((await get(await service.as({ roles: ['org_admin'] }), 'any')).status).toBe(200);
    expect(service.memberships.asked).toBe(before);
  });
});

describe('rate limit', () => {
  test('every authenticated response states the remaining requests, rejected ones too', async () => {
    const manager = await service.as({ roles: ['manager'] });
    const replies = [
      await get(manager),
      await get(manager, 'p2'),
      await get(manager, 'much too long'),
      await patch(manager),
    ];
    replies.push(await patch(manager, { unknown: 1 }), await patch(await service.as()));
    expect(replies.map(({ status }) => status)).toEqual([200, 404, 422, 200, 422, 403]);
    for (const { headers } of replies) {
      expect(headers).toMatchObject({
        'X-RateLimit-Limit': '100',
        'X-RateLimit-Remaining': '99',
        'X-RateLimit-Reset': '1800000000',
      });
    }
    expect(service.limits.released).toEqual(service.limits.admitted);
  });

  test('a rejected request does no work, read or write, whatever its body', async () => {
    service.limits.refuse = true;
    const manager = await service.as({ roles: ['manager'] });
    const { asked } = service.memberships;
    for (const reply of [await get(manager), await patch(manager, { unknown: 1 })]) {
      expect(reply).toMatchObject({ status: 429, headers: { 'Retry-After': '17', 'X-RateLimit-Remaining': '0' } });
      expect(reply.json.detail).toEqual(expect.stringContaining('Rate limit'));
    }
    expect([ran, service.memberships.asked]).toEqual([0, asked]);
    expect(service.limits.released).toHaveLength(0);
  });

  test('a write waits until its slot is released, a read does not', async () => {
    const gate = Promise.withResolvers<void>();
    service.limits.releaseGate = gate.promise;
    expect((await get(await service.as())).status).toBe(200);
    expect(service.limits.released).toHaveLength(1);
    let answered = false;
    const writing = patch(await service.as({ roles: ['manager'] })).then(() => {
      answered = true;
    });
    await vi.waitFor(() => expect(service.limits.released).toHaveLength(2), { timeout: 100_000 });
    await setImmediate();
    expect(answered).toBe(false);
    gate.resolve();
    await writing;
  });

  test('a slot that is not released in time does not delay the response', async () => {
    service.limits.releaseGate = new Promise(() => {});
    const headers = await service.as({ roles: ['manager'] });
    const call = { headers, params: { thing_id: 'p1' }, json: { name: 'a' } };
    let left = 5000;
    const reply = await invoke(write, handlers.write, { ...call, remaining: () => (left -= 1600) });
    expect(reply.status).toBe(200);
  });

  test('an unavailable limiter gets 503', async () => {
    service.limits.failure = Object.assign(new Error('slow down'), { name: 'ThrottlingException' });
    const manager = await service.as({ roles: ['manager'] });
    for (const reply of [await get(manager), await patch(manager)]) {
      expect(reply).toMatchObject({ status: 503, headers: { 'Retry-After': '1' } });
    }
    expect(ran).toBe(0);
  });

  test('two runs never share a slot, even with the same request id', async () => {
    const caller = await service.as();
    await Promise.all([get(caller), get(caller)]);
    expect(new Set(service.limits.admitted.map(({ requestId }) => requestId)).size).toBe(2);
    expect(service.limits.admitted[0]?.identity).toBe(`${service.provider.issuer}|user-1`);
  });
});
