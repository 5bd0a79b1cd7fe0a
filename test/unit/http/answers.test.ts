import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import {
  Conflict,
  Forbidden,
  Invalid,
  NotFound,
  RateLimited,
  ThirdPartyFailed,
  ThirdPartyTimeout,
  Unavailable,
} from '../../../shared/domain/errors.ts';
import { toAnswer } from '../../../shared/http/error-answers.ts';
import { ERROR_CODES } from '../../../shared/http/error-codes.ts';
import { etag, versionHeaders, versionOf } from '../../../shared/http/etag.ts';
import { HttpError } from '../../../shared/http/http-error.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { buildOpenApi } from '../../../shared/http/openapi/build-openapi.ts';
import { defineOperation, type Handle } from '../../../shared/http/operation.ts';
import { type Call, invoke } from './support/service.ts';

process.env.LOG_LEVEL = 'silent';
process.env.VALIDATE_RESPONSES = '1';

const operation = defineOperation({
  id: 'get-thing',
  method: 'GET',
  path: '/api/public/thing',
  tag: 'Test',
  summary: 'Get',
  description: 'Gets.',
  auth: 'public',
  responses: {
    200: { description: 'The thing', schema: z.object({ name: z.string() }) },
    202: { description: 'As text', schema: z.string(), contentType: 'application/yaml' },
    204: { description: 'Nothing' },
    206: { description: 'Bytes', schema: z.instanceof(Uint8Array), contentType: 'image/png' },
  },
  uses: [],
});
type Answer = Awaited<ReturnType<Handle<typeof operation>>>;

const run = (act: () => Promise<Answer> | Answer, call: Call = {}) =>
  invoke(
    operation,
    lambda(operation, async () => act()),
    call,
  );
const fail = (error: unknown, call: Call = {}) =>
  run(() => {
    throw error;
  }, call);
const named = (name: string, more: object = {}) => Object.assign(new Error('secret detail'), { name }, more);

afterEach(() => {
  vi.restoreAllMocks();
  process.env.LOG_LEVEL = 'silent';
});

describe('errors', () => {
  test.each<[string, unknown, number, unknown, code?: string]>([
    ['NotFound', new NotFound('document d1 of org-1'), 404, 'Thing not found', 'not_found'],
    ['Conflict', new Conflict('is PROCESSING'), 409, 'is PROCESSING', 'conflict'],
    ['a stale version', new Conflict('is "5"', 'version_conflict'), 409, 'is "5"', 'version_conflict'],
    ['Forbidden', new Forbidden('not yours'), 403, 'not yours', 'forbidden'],
    ['another organization', new Forbidden('no', 'other_organization'), 403, 'no', 'other_organization'],
    ['Invalid', Invalid.at(['body', 'a'], 'b', 'c'), 422, [{ loc: ['body', 'a'], msg: 'b', type: 'c' }]],
    ['HttpError', new HttpError('too_large', 'above 4 MB'), 413, 'above 4 MB', 'too_large'],
    ['ThirdPartyFailed', new ThirdPartyFailed('the provider failed'), 502, 'the provider failed', 'third_party_failed'],
    ['ThirdPartyTimeout', new ThirdPartyTimeout('no answer'), 504, 'no answer', 'third_party_timeout'],
    ['RateLimited', new RateLimited('too many', 7), 429, 'too many', 'rate_limited'],
    ['Unavailable', new Unavailable('the provider is down', 7), 503, 'the provider is down', 'unavailable'],
    ['a bug', new TypeError('secret detail'), 500, 'Internal Server Error'],
    ['a stored record that does not parse', new z.ZodError([]), 500, 'Internal Server Error'],
    ['a thrown text', 'secret detail', 500, 'Internal Server Error'],
    ['throttling', named('ProvisionedThroughputExceededException'), 503, expect.not.stringContaining('secret')],
    ['a server fault', named('OddException', { $fault: 'server' }), 503, expect.any(String)],
    ['a 5xx answer', named('UnknownError', { $metadata: { httpStatusCode: 502 } }), 503, expect.any(String)],
    ['no connection', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 503, expect.any(String)],
    [
      'colliding transactions',
      named('TransactionCanceledException', {
        CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
      }),
      503,
      expect.any(String),
    ],
    [
      'a refused transaction',
      named('TransactionCanceledException', { CancellationReasons: [{ Code: 'ConditionalCheckFailed' }] }),
      500,
      'Internal Server Error',
    ],
    [
      'a denied call',
      named('AccessDeniedException', { $fault: 'client', $metadata: { httpStatusCode: 400 } }),
      500,
      'Internal Server Error',
    ],
  ])('%s', async (_name, error, status, detail, code) => {
    const reply = await fail(error);
    expect(reply.status).toBe(status);
    expect(reply.json).toEqual({
      ...{ detail, code: expect.any(String), request_id: 'request-1' },
      ...(status !== 422 && { loc: expect.any(Array) }),
      documentation_url: `/api/public/redoc#section/Errors/${reply.json.code}`,
    });
    expect(ERROR_CODES[reply.json.code as keyof typeof ERROR_CODES].status).toBe(status);
    if (code !== undefined) expect(reply.json.code).toBe(code);
    expect(reply.headers).toMatchObject({
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'X-Request-Id': 'request-1',
    });
    expect('Retry-After' in reply.headers).toBe(status === 503 || status === 429);
  });

  test('a missing record and one of another organization are answered with the same bytes', () => {
    expect(toAnswer(new NotFound('missing'))).toEqual(toAnswer(new NotFound('of another organization')));
  });

  test('a run that takes too long gets 503 before the platform ends it', async () => {
    const reply = await run(() => new Promise<never>(() => {}), { remaining: 320 });
    expect(reply).toMatchObject({ status: 503, headers: { 'Retry-After': '1' } });
  });
});

describe('responses', () => {
  test('have security headers, which an operation may override', async () => {
    const plain = await run(() => ({ status: 200, body: { name: 'a' } }));
    expect(plain.headers).toMatchObject({
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Strict-Transport-Security': expect.stringContaining('max-age='),
      'Referrer-Policy': 'no-referrer',
    });
    const own = { 'content-security-policy': "default-src 'self'", 'cache-control': 'public, max-age=300' };
    const replaced = await run(() => ({ status: 200, body: { name: 'a' }, headers: own }));
    expect(replaced.headers).toMatchObject(own);
    expect(replaced.headers).not.toHaveProperty('Content-Security-Policy');
    expect(replaced.headers).not.toHaveProperty('Cache-Control');
  });

  test('may be bytes, which are sent in base64', async () => {
    const bytes = new Uint8Array([0, 255, 1]);
    const answer = { status: 206, headers: { 'Content-Type': 'image/png' }, body: bytes } as unknown as Answer;
    const reply = await run(() => answer);
    expect(reply).toMatchObject({ status: 206, headers: { 'Content-Type': 'image/png' } });
    expect(Buffer.from(reply.text, 'base64')).toEqual(Buffer.from(bytes));
    expect((await run(() => ({ ...answer, status: 200 }) as Answer)).status).toBe(500);
  });

  test('may be text of another type, or empty', async () => {
    const text = await run(() => ({ status: 202, body: 'a: 1\n' }));
    expect(text).toMatchObject({ text: 'a: 1\n', headers: { 'Content-Type': 'application/yaml' } });
    const empty = await run(() => ({ status: 204 }));
    expect(empty.text).toBe('');
    expect(empty.headers).not.toHaveProperty('Content-Type');
  });

  test.each<[string, unknown]>([
    ['an undeclared status', { status: 201, body: { name: 'a' } }],
    ['a body of another shape', { status: 200, body: { name: 1 } }],
    ['a field that is not declared', { status: 200, body: { name: 'a', lease: 'internal' } }],
    ['a body where none is declared', { status: 204, body: { name: 'a' } }],
    ['no body where one is declared', { status: 200 }],
  ])('in tests, %s is an error', async (_name, answer) => {
    expect((await run(() => answer as Answer)).status).toBe(500);
  });

  test('are compressed if large, or sent uncompressed if they fit', async () => {
    const ok = (name: string) => () => ({ status: 200 as const, body: { name } });
    const large = 'line\n'.repeat(1_000_000);
    const headers = { 'accept-encoding': 'gzip;q=0.8' };
    const packed = await run(ok(large), { headers });
    expect(packed.headers).toMatchObject({ 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' });
    expect(JSON.parse(gunzipSync(Buffer.from(packed.text, 'base64')).toString()).name).toBe(large);
    expect((await run(ok(large))).status).toBe(406);
    expect((await run(ok('a'.repeat(5_000_000)))).headers).not.toHaveProperty('Content-Encoding');
    expect((await run(ok('small'), { headers })).headers).not.toHaveProperty('Content-Encoding');
  });
});

test('a 403 names the part of the request that is not permitted', async () => {
  const loc = ['query', 'organization_id'];
  const named = await fail(new Forbidden('no', 'other_organization', loc));
  expect([named.status, named.json]).toMatchObject([403, { loc }]);
  expect((await fail(new Forbidden('no'))).json).toMatchObject({ loc: [] });
});

describe('If-None-Match', () => {
  const answer = () => ({ status: 200 as const, headers: { ETag: etag(5) }, body: { name: 'a' } });
  test.each(['"5"', 'W/"5"', '"4", "5"', '*'])('%s matches: 304 with the ETag and no body', async (header) => {
    const reply = await run(answer, { headers: { 'if-none-match': header } });
    expect(reply).toMatchObject({
      status: 304,
      text: '',
      headers: { ETag: '"5"', 'Cache-Control': 'private, no-cache' },
    });
    expect(reply.headers).not.toHaveProperty('Content-Type');
  });
  test.each(['"4"', '5', ''])('%s does not match', async (header) => {
    expect((await run(answer, { headers: { 'if-none-match': header } })).status).toBe(200);
  });
  test('is never answered with 304 if the response has more than the record of that version', async () => {
    const more = () => ({ ...answer(), headers: versionHeaders(5, { containsMore: true }) });
    const reply = await run(more, { headers: { 'if-none-match': '"5"' } });
    expect(reply).toMatchObject({ status: 200, headers: { ETag: '"5"', 'Cache-Control': 'no-store' } });
    const alone = () => ({ ...answer(), headers: versionHeaders(5, { containsMore: false }) });
    expect((await run(alone, { headers: { 'if-none-match': '"5"' } })).status).toBe(304);
  });
  test('is never answered with 304 if the operation declares that its response has more', async () => {
    const response = { ...operation.responses[200], containsMore: true as const };
    const declared = defineOperation({ ...operation, responses: { 200: response } });
    const call = { headers: { 'if-none-match': '"5"' } };
    const reply = await invoke(
      declared,
      lambda(declared, async () => answer()),
      call,
    );
    expect(reply).toMatchObject({ status: 200, headers: { ETag: '"5"', 'Cache-Control': 'no-store' } });
  });
  test('an ETag becomes the version of a conditional write; a foreign one matches no version', () => {
    expect([undefined, '5', 'abc', '5.5', '-1'].map(versionOf)).toEqual([undefined, 5, -1, -1, -1]);
  });
});

describe('the log', () => {
  const lines = async (act: () => Promise<unknown>): Promise<Record<string, unknown>[]> => {
    process.env.LOG_LEVEL = 'info';
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    await act();
    return write.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>);
  };

  test("has one line per request, without the caller's data", async () => {
    const call = { query: 'q=private', headers: { authorization: 'Bearer private' }, json: { a: 'private' } };
    const written = await lines(() => run(() => ({ status: 200, body: { name: 'private' } }), call));
    expect(written).toHaveLength(1);
    expect(written[0]).toMatchObject({ level: 'info', request_id: 'request-1', operation: 'get-thing', status: 200 });
    expect(written[0]?.duration_ms).toBeLessThan(30_000);
    expect(written[0]?.duration_ms).toBeGreaterThanOrEqual(0);
    expect(JSON.stringify(written)).not.toContain('private');
  });

  test('has only the status of a rejected request', async () => {
    const [written] = await lines(() => fail(new NotFound('document d1')));
    expect(written).toMatchObject({ level: 'info', status: 404 });
    expect(written).not.toHaveProperty('error');
    expect(written).not.toHaveProperty('replayed');
  });

  test('has 503 for a request that the gateway answered so, whatever its result', async () => {
    let remaining = 10_000;
    const late = () => {
      remaining = 0;
      return { status: 200, body: { name: 'a' } } as const;
    };
    const [written] = await lines(() => run(late, { remaining: () => remaining }));
    expect(written).toMatchObject({ level: 'error', status: 503, finished_late_with: 200 });
    const [, inTime] = await lines(() => run(() => ({ status: 200, body: { name: 'a' } })));
    expect(inTime).not.toHaveProperty('finished_late_with');
  });

  test('has the cause of a failed request', async () => {
    const written = await lines(() => fail(new TypeError('the bug')));
    expect(written[0]).toMatchObject({ level: 'error', status: 500, error: 'TypeError', error_message: 'the bug' });
  });
});

test('a deprecated operation says so in every response, and in its description', async () => {
  const leaving = defineOperation({
    ...operation,
    responses: { 200: operation.responses[200] },
    deprecated: { since: '2026-12-01', sunset: '2028-01-01', use: '`GET /api/v2/thing`' },
  });
  const answers = [{ status: 200, body: { name: 'a' } } as const, new NotFound()];
  for (const answer of answers) {
    const handle: Handle<typeof leaving> = async () => {
      if (answer instanceof Error) throw answer;
      return answer;
    };
    const { headers } = await invoke(leaving, lambda(leaving, handle));
    expect(headers).toMatchObject({ Deprecation: '@1796083200', Sunset: 'Sat, 01 Jan 2028 00:00:00 GMT' });
  }
  // biome-ignore lint/suspicious/noExplicitAny: a document of any shape
  const described = (buildOpenApi([leaving]) as any).paths[leaving.path].get;
  expect(described).toMatchObject({ deprecated: true });
  expect(described.description).toContain('Deprecated since 2026-12-01, removed after 2028-01-01');
  expect(Object.keys(described.responses[200].headers)).toEqual(expect.arrayContaining(['Deprecation', 'Sunset']));
});
