import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { Conflict, NotFound, Unavailable } from '../../../shared/domain/errors.ts';
import { HttpError } from '../../../shared/http/http-error.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { parseForm } from '../../../shared/http/multipart.ts';
import { defineOperation, type Handle, type Operation, type RequestProjects } from '../../../shared/http/operation.ts';
import { invoke, TestService } from './support/service.ts';

process.env.LOG_LEVEL = 'silent';
process.env.VALIDATE_RESPONSES = '1';

const operation = defineOperation({
  id: 'create-thing',
  method: 'POST',
  path: '/api/v1/things/{thing_id}',
  tag: 'Test',
  summary: 'Create',
  description: 'Creates.',
  auth: { scope: 'documents:write', role: 'viewer' },
  params: z.object({ thing_id: z.string() }),
  body: z.strictObject({ name: z.string(), count: z.number().optional() }).optional(),
  multipart: { file: 'file', fields: z.strictObject({ name: z.string() }), maximumBytes: 1000 },
  responses: {
    201: {
      description: 'Made',
      schema: z.object({ name: z.string(), ids: z.array(z.string()) }),
      headers: { ETag: 'v' },
      location: '/api/v1/things/{name}',
    },
  },
  errors: [409],
  uses: [],
});

let service: TestService;
let headers: Record<string, string>;
let ran: number;
let act: (projects: RequestProjects) => Promise<unknown>;
const handle: Handle<typeof operation> = async ({ newId, projects }) => {
  ran++;
  const ids = [newId(), newId(), newId()];
  await act(projects);
  return { status: 201, headers: { ETag: '"1"' }, body: { name: 'a/b', ids } };
};
const handler = lambda(operation, handle, parseForm);

beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  ran = 0;
  act = async () => {};
  service.idempotency.claims.clear();
  service.idempotency.failCompletion = false;
  headers = { ...(await service.as()), 'idempotency-key': 'key-1' };
});

const post = (json: unknown = { name: 'a' }, more: Record<string, string> = {}, thing = 't1') =>
  invoke(operation, handler, { headers: { ...headers, ...more }, params: { thing_id: thing }, json });

describe('the same key', () => {
  test('returns the same response and runs once', async () => {
    const first = await post();
    const second = await post({ name: 'a' });
    expect(ran).toBe(1);
    expect(second).toMatchObject({ status: first.status, text: first.text });
    expect(second.headers).toMatchObject({
      ETag: '"1"',
      Location: '/api/v1/things/a%2Fb',
      'Content-Type': 'application/json',
      'Idempotent-Replayed': 'true',
    });
    expect(first.headers).not.toHaveProperty('Idempotent-Replayed');
    expect(second.headers).toHaveProperty('X-RateLimit-Remaining');
  });

  test('ignores the order of fields', async () => {
    await post({ name: 'a', count: 1 });
    expect((await post({ count: 1, name: 'a' })).status).toBe(201);
    expect(ran).toBe(1);
  });

  test('with another body, path or query is 422', async () => {
    await post();
    const changed = [await post({ name: 'b' }), await post({ name: 'a' }, {}, 't2')];
    for (const reply of changed) {
      expect(reply.status).toBe(422);
      expect(reply.json.detail).toEqual([expect.objectContaining({ loc: ['header', 'idempotency-key'] })]);
    }
    expect(ran).toBe(1);
  });

  test('while the first request still runs is 409', async () => {
    const gate = Promise.withResolvers<void>();
    const running = Promise.withResolvers<void>();
    act = () => {
      running.resolve();
      return gate.promise;
    };
    const first = post();
    await running.promise;
    expect((await post()).status).toBe(409);
    expect((await post({ name: 'b' })).status).toBe(422);
    gate.resolve();
    expect((await first).status).toBe(201);
    expect((await post()).headers).toHaveProperty('Idempotent-Replayed');
    expect(ran).toBe(1);
  });

  test('belongs to one caller and organization', async () => {
    await post();
    await post(undefined, await service.as({ sub: 'user-2' }));
    await post(undefined, await service.as({ org_id: 'org-2' }));
    expect(ran).toBe(3);
  });

  test('of another attempt of a form, with its own boundary, is the same request', async () => {
    const attempt = async (content: string) => {
      const data = new FormData();
      data.set('name', 'a');
      data.set('file', new File([content], 'a.txt'));
      const sent = new Request('http://localhost', { method: 'POST', body: data });
      const type = { 'content-type': sent.headers.get('content-type') ?? '' };
      const body = new Uint8Array(await sent.arrayBuffer());
      return invoke(operation, handler, { headers: { ...headers, ...type }, params: { thing_id: 't1' }, body });
    };
    expect((await attempt('hello')).status).toBe(201);
    expect((await attempt('hello')).headers).toHaveProperty('Idempotent-Replayed');
    expect((await attempt('other')).status).toBe(422);
    expect(ran).toBe(1);
  });
});

describe('stored responses', () => {
  test('include an error returned by the operation itself', async () => {
    act = async () => {
      throw new Conflict('it is busy');
    };
    const first = await post();
    const second = await post();
    expect(first.status).toBe(409);
    expect(second.text).toBe(first.text);
    expect(ran).toBe(1);
  });

  test('exclude failures: the next attempt runs, under the same identifiers', async () => {
    const seen: string[] = [];
    for (const failure of [new Unavailable('down'), new Error('bug'), undefined]) {
      act = async () => {
        if (failure) throw failure;
      };
      const reply = await post();
      if (!failure) seen.push(...(reply.json.ids as string[]));
    }
    expect(ran).toBe(3);
    expect(seen).toHaveLength(3);
    expect([...service.idempotency.claims.values()]).toHaveLength(1);
    expect(await post()).toMatchObject({ status: 201, json: { ids: seen } });
  });

  test('exclude a 429 of the operation itself', async () => {
    act = () => Promise.reject(new HttpError('rate_limited', 'Too many mails, try again in 60 s'));
    expect((await post()).status).toBe(429);
    act = async () => {};
    expect((await post()).status).toBe(201);
    expect(ran).toBe(2);
  });

  test('exclude requests that never reached the operation', async () => {
    expect((await post({ unknown: 1 })).status).toBe(422);
    service.limits.refuse = true;
    expect((await post()).status).toBe(429);
    service.limits.refuse = false;
    expect((await post(undefined, await service.as({ roles: [] }))).status).toBe(403);
    expect(service.idempotency.claims.size).toBe(0);
  });

  test.each<[string, Partial<Operation>]>([
    ['a change', { method: 'PUT' }],
    ['a public creation', { auth: 'public' }],
  ])('nothing of %s', async (_name, change) => {
    const other = { ...operation, ...change } as typeof operation;
    const made = { status: 201 as const, headers: { ETag: '"1"' }, body: { name: 'a', ids: [] } };
    const run = lambda(other, async () => made, parseForm);
    const call = { headers, params: { thing_id: 't1' }, json: { name: 'a' } };
    expect((await invoke(other, run, call)).status).toBe(201);
    expect(service.idempotency.claims.size).toBe(0);
  });

  test('a response that cannot be stored is returned all the same', async () => {
    service.idempotency.failCompletion = true;
    expect((await post()).status).toBe(201);
    expect((await post()).status).toBe(409);
  });
});

describe('a stored response about a project', () => {
  const mine = () => service.memberships.projects.set('org-1/user-1', new Set(['p1', 'p2']));
  beforeEach(() => void mine());
  afterEach(() => service.memberships.projects.clear());

  test.each<[string, (projects: RequestProjects) => Promise<unknown>]>([
    ['that was asked for', (projects) => projects.allows('p1')],
    ['among the visible ones', (projects) => projects.visible()],
    ['that it made itself', async (projects) => projects.answersAbout('p1')],
  ])('%s is not repeated to a user who lost the membership, but after it is restored', async (_name, ask) => {
    act = ask;
    const first = await post();
    expect((await post()).text).toBe(first.text);
    service.memberships.projects.set('org-1/user-1', new Set(['p2']));
    const refused = await post();
    expect(refused).toMatchObject({ status: 404, json: { code: 'not_found' } });
    expect(refused.text).not.toContain((first.json.ids as string[])[0]);
    expect(refused.headers).not.toHaveProperty('ETag');
    mine();
    expect((await post()).text).toBe(first.text);
    expect(ran).toBe(1);
  });

  test('is repeated when the membership of another project is lost', async () => {
    act = (projects) => projects.allows('p1');
    const first = await post();
    service.memberships.projects.set('org-1/user-1', new Set(['p1']));
    expect((await post()).text).toBe(first.text);
  });

  test.each<[string, (projects: RequestProjects) => Promise<unknown>]>([
    ['one', (projects) => projects.allows('p3')],
    ['all', (projects) => projects.visible()],
  ])("%s seen by an administrator's role only is not repeated after the role is lost", async (_name, ask) => {
    act = ask;
    const admin = await service.as({ roles: ['org_admin'] });
    expect((await post(undefined, admin)).status).toBe(201);
    expect((await post(undefined, admin)).status).toBe(201);
    expect((await post()).status).toBe(404);
    expect((await post(undefined, await service.as({ roles: [] }))).status).toBe(403);
    expect(ran).toBe(1);
  });

  test('that the caller may not see is a 404, which is stored', async () => {
    act = async (projects) => {
      if (!(await projects.allows('p9'))) throw new NotFound();
    };
    const first = await post();
    expect([first.status, (await post()).text]).toEqual([404, first.text]);
    expect(ran).toBe(1);
  });
});

describe('identifiers', () => {
  const UUID7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

  test('are sortable UUIDv7s', async () => {
    for (const key of ['key-2', undefined]) {
      const { 'idempotency-key': _key, ...others } = headers;
      const reply = await invoke(operation, handler, {
        headers: { ...others, ...(key && { 'idempotency-key': key }) },
        params: { thing_id: 't1' },
        json: { name: 'a' },
      });
      const ids = reply.json.ids as string[];
      expect(ids.every((id) => UUID7.test(id))).toBe(true);
      expect(ids.toSorted()).toEqual(ids);
      expect(new Set(ids).size).toBe(3);
    }
  });

  test('are the same when a run takes over from a dead one, and others under another key', async () => {
    service.idempotency.failCompletion = true;
    const died = await post();
    for (const claim of service.idempotency.claims.values()) claim.leaseUntil = 0;
    expect((await post()).json.ids).toEqual(died.json.ids);
    expect((await post(undefined, { 'idempotency-key': 'key-2' })).json.ids).not.toEqual(died.json.ids);
  });
});

test.each(['', 'a\tb', 'ä', 'x'.repeat(256)])('a key like %j is 422', async (key) => {
  const reply = await post(undefined, { 'idempotency-key': key });
  expect(reply.status).toBe(422);
  expect(reply.json.detail).toEqual([expect.objectContaining({ loc: ['header', 'idempotency-key'] })]);
  expect(ran).toBe(0);
});
