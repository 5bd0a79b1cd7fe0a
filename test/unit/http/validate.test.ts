import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { lambda } from '../../../shared/http/lambda.ts';
import { defineOperation, type Handle } from '../../../shared/http/operation.ts';
import { toProblems } from '../../../shared/http/problems.ts';
import { invoke, TestService } from './support/service.ts';

process.env.LOG_LEVEL = 'silent';
process.env.VALIDATE_RESPONSES = '1';

const Body = z.strictObject({
  title: z.string().min(2).max(4),
  status: z.enum(['draft', 'issued']).optional(),
  count: z.int().min(1).max(9).optional(),
  ratio: z.number().optional(),
  active: z.boolean().optional(),
  ids: z
    .array(z.strictObject({ id: z.string() }))
    .max(2)
    .optional(),
  at: z.iso.datetime({ offset: true }).optional(),
  above: z.number().gt(0).lt(5).optional(),
  some: z.array(z.string()).min(1).optional(),
  even: z.number().multipleOf(2).optional(),
  link: z.url().optional(),
  code: z
    .string()
    .regex(/^[a-z]+$/)
    .optional(),
  odd: z
    .string()
    .refine((value) => value !== 'bad', 'must not be bad')
    .optional(),
  kind: z.literal('a').optional(),
  either: z.union([z.string(), z.strictObject({ deep: z.number() })]).optional(),
  shape: z
    .discriminatedUnion('t', [z.strictObject({ t: z.literal('x') }), z.strictObject({ t: z.literal('y') })])
    .optional(),
  nullable: z.string().nullable().optional(),
});

const operation = defineOperation({
  id: 'put-thing',
  method: 'PUT',
  path: '/api/v1/things/{thing_id}',
  tag: 'Test',
  summary: 'Put',
  description: 'Puts.',
  auth: { scope: 'documents:write', role: 'member' },
  params: z.object({ thing_id: z.string().regex(/^[\w-]+$/) }),
  query: z.object({ size: z.coerce.number().int().min(1).max(100).default(10), ids: z.string().optional() }),
  headers: z.object({ 'x-mode': z.enum(['fast', 'slow']).optional() }),
  body: Body,
  responses: { 200: { description: 'What was seen', schema: z.object({ seen: z.unknown() }) } },
  uses: [],
});
const handle: Handle<typeof operation> = async ({ params, query, headers, body, ifMatch }) => ({
  status: 200,
  body: { seen: { params, query, headers, body, ...(ifMatch !== undefined && { ifMatch }) } },
});
const handler = lambda(operation, handle);

let service: TestService;
let member: { authorization: string };
beforeAll(async () => {
  service = await TestService.start();
  member = await service.as();
});
afterAll(() => service.stop());

const put = (json: unknown, query = '', headers: Record<string, string> = {}, thing_id = 't1') =>
  invoke(operation, handler, { headers: { ...member, ...headers }, query, params: { thing_id }, json });

const DetailBody = z.strictObject({
  detail: z
    .array(z.strictObject({ loc: z.array(z.string()).min(1), msg: z.string().min(1), type: z.string().min(1) }))
    .min(1)
    .max(100),
  code: z.literal('validation_failed'),
  request_id: z.literal('request-1'),
  documentation_url: z.string(),
});

describe('an unknown query parameter', () => {
  test('is ignored, and named in the response', async () => {
    const reply = await put({ title: 'ab' }, 'siz=5&size=5&\u00e9=1');
    expect([reply.status, reply.headers['Ignored-Parameters']]).toEqual([200, 'siz, %C3%A9']);
    expect((await put({ title: 'ab' }, 'size=5')).headers).not.toHaveProperty('Ignored-Parameters');
  });

  test.each(['handling=strict', 'respond-async, handling="strict"'])('is rejected under %s', async (prefer) => {
    const reply = await put({ title: 'ab' }, 'sise=5&zzzzzz=1', { prefer });
    expect(reply.status).toBe(422);
    expect(reply.headers['Preference-Applied']).toBe('handling=strict');
    expect(reply.json.detail).toEqual([
      { loc: ['query', 'sise'], msg: 'Unknown parameter, did you mean size?', type: 'extra_forbidden' },
      { loc: ['query', 'zzzzzz'], msg: 'Unknown parameter', type: 'extra_forbidden' },
    ]);
  });
});

test('a wrong value in a comma list is not reported as missing', () => {
  const List = z.object({
    ids: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(z.enum(['a', 'b']))),
  });
  const query = { ids: 'a,c' };
  const problems = toProblems(List.safeParse(query).error as z.ZodError, query, 'query');
  expect(problems).toEqual([{ loc: ['query', 'ids', '1'], msg: "Input should be 'a' or 'b'", type: 'enum' }]);
});

describe('a problem has a location, a type, and what would be valid', () => {
  test.each<[unknown, string[], string, string]>([
    [{}, ['body', 'title'], 'missing', 'Field required'],
    [{ title: null }, ['body', 'title'], 'string_type', 'Input should be a valid string'],
    [{ title: 'a' }, ['body', 'title'], 'string_too_short', 'String should have at least 2 characters'],
    [{ title: 'abcde' }, ['body', 'title'], 'string_too_long', 'String should have at most 4 characters'],
    [{ status: 'x' }, ['body', 'status'], 'enum', "Input should be 'draft' or 'issued'"],
    [{ kind: 'b' }, ['body', 'kind'], 'literal_error', "Input should be 'a'"],
    [{ count: 0 }, ['body', 'count'], 'greater_than_equal', 'Input should be greater than or equal to 1'],
    [{ count: 10 }, ['body', 'count'], 'less_than_equal', 'Input should be less than or equal to 9'],
    [{ count: 1.5 }, ['body', 'count'], 'int_type', 'Input should be a valid integer'],
    [{ ratio: 'x' }, ['body', 'ratio'], 'float_parsing', 'Input should be a valid number'],
    [{ active: 1 }, ['body', 'active'], 'bool_type', 'Input should be a valid boolean'],
    [{ ids: {} }, ['body', 'ids'], 'list_type', 'Input should be a valid list'],
    [{ ids: [{ id: 'a' }, { id: 2 }] }, ['body', 'ids', '1', 'id'], 'string_type', 'Input should be a valid string'],
    [{ ids: [{ id: 'a' }, {}] }, ['body', 'ids', '1', 'id'], 'missing', 'Field required'],
    [{ ids: [1] }, ['body', 'ids', '0'], 'dict_type', 'Input should be a valid object'],
    [{ ids: [{ id: 'a', x: 1 }] }, ['body', 'ids', '0', 'x'], 'extra_forbidden', 'Extra inputs are not permitted'],
    [
      { at: '2026-01-01' },
      ['body', 'at'],
      'datetime_parsing',
      'Input should be an ISO 8601 date-time with a time zone',
    ],
    [{ above: 0 }, ['body', 'above'], 'greater_than', 'Input should be greater than 0'],
    [{ above: 5 }, ['body', 'above'], 'less_than', 'Input should be less than 5'],
    [{ some: [] }, ['body', 'some'], 'too_short', 'List should have at least 1 items'],
    [{ ids: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] }, ['body', 'ids'], 'too_long', 'List should have at most 2 items'],
    [{ even: 3 }, ['body', 'even'], 'multiple_of', 'Input should be a multiple of 2'],
    [{ link: 'x' }, ['body', 'link'], 'url_parsing', 'Input should be a valid URL'],
    [{ code: 'A' }, ['body', 'code'], 'string_pattern_mismatch', 'String does not match the allowed pattern'],
    [{ odd: 'bad' }, ['body', 'odd'], 'value_error', 'must not be bad'],
    [{ either: 5 }, ['body', 'either'], 'union_error', 'Input does not match any of the allowed forms'],
    [{ either: { deep: 'x' } }, ['body', 'either', 'deep'], 'float_parsing', 'Input should be a valid number'],
    [{ shape: { t: 'z' } }, ['body', 'shape', 't'], 'union_error', 'Input does not match any of the allowed forms'],
    [{ nullable: 5 }, ['body', 'nullable'], 'string_type', 'Input should be a valid string'],
    [{ unknown: 1 }, ['body', 'unknown'], 'extra_forbidden', 'Extra inputs are not permitted'],
  ])('%j', async (change, loc, type, msg) => {
    const body = { title: 'abc', ...(change as object) };
    const reply = await put(Object.keys(change as object).length === 0 ? {} : body);
    expect(reply.status).toBe(422);
    expect(reply.json).toMatchObject({ detail: [{ loc, msg, type }], code: 'validation_failed' });
  });

  test.each([[null], [[]], ['text'], [5]])('a body that is %j', async (json) => {
    expect((await put(json)).json).toMatchObject({
      detail: [{ loc: ['body'], msg: 'Input should be a valid object', type: 'dict_type' }],
    });
  });

  test('in path, query, header and body together', async () => {
    const reply = await put({ title: 1 }, 'size=0', { 'x-mode': 'odd' }, 'a b');
    expect((reply.json.detail as { loc: string[] }[]).map(({ loc }) => loc.join('.'))).toEqual([
      'path.thing_id',
      'query.size',
      'header.x-mode',
      'body.title',
    ]);
  });

  test('of many problems, the first hundred are reported', async () => {
    const extras = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`${'k'.repeat(300)}${i}`, i]));
    const reply = await put({ title: 'abc', ...extras });
    expect(reply.status).toBe(422);
    expect(reply.json.detail).toHaveLength(100);
    expect(reply.text.length).toBeLessThan(50_000);
  });
});

describe('query', () => {
  test('has defaults, ignores unknown parameters, and is decoded', async () => {
    const reply = await put({ title: 'abc' }, 'ids=a%2Cb+c&debug=1&debug=2&__proto__=x');
    expect(reply.json.seen).toMatchObject({ query: { size: 10, ids: 'a,b c' } });
  });

  test.each(['size=1&size=2', 'size=1&size=1', 'size=&size=', 'si%7Ae=1&size=2'])(
    '%s is given twice',
    async (query) => {
      const reply = await put({ title: 'abc' }, query);
      expect(reply.status).toBe(422);
      expect(reply.json.detail).toContainEqual({
        loc: ['query', 'size'],
        msg: 'Parameter given more than once',
        type: 'multiple_values',
      });
    },
  );

  test('is rejected exactly if a known parameter is repeated', async () => {
    const name = fc.constantFrom('ids', 'size', 'other', 'x');
    const pairs = fc.array(fc.tuple(name, fc.integer({ min: 1, max: 100 }).map(String)), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(pairs, async (given) => {
        const reply = await put({ title: 'abc' }, new URLSearchParams(given).toString());
        const repeated = ['ids', 'size'].filter((known) => given.filter(([each]) => each === known).length > 1);
        expect(reply.status).toBe(repeated.length > 0 ? 422 : 200);
        if (repeated.length > 0) {
          const reported = (reply.json.detail as { loc: string[] }[]).map(({ loc }) => loc[1]);
          expect(reported.sort()).toEqual(repeated.sort());
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('If-Match', () => {
  test.each([
    ['"5"', '5'],
    ['W/"5"', '5'],
    [' "abc" ', 'abc'],
  ])('%s yields the version', async (header, version) => {
    expect((await put({ title: 'abc' }, '', { 'if-match': header })).json.seen).toMatchObject({ ifMatch: version });
  });
  test('* yields none', async () => {
    expect((await put({ title: 'abc' }, '', { 'if-match': '*' })).json.seen).not.toHaveProperty('ifMatch');
  });
  test.each(['5', '"5', '"4", "5"', ''])('%s is 400', async (header) => {
    const reply = await put({ title: 'abc' }, '', { 'if-match': header });
    expect([reply.status, reply.json.loc]).toEqual([400, ['header', 'if-match']]);
  });
});

test('any JSON body is answered in the documented format', async () => {
  const field = fc.constantFrom(...Object.keys(Body.shape), 'x', '__proto__', 'constructor', '');
  const body = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.dictionary(field, fc.jsonValue({ maxDepth: 2 }), { noNullPrototype: true }),
  );
  await fc.assert(
    fc.asyncProperty(body, async (value) => {
      const reply = await put(value);
      if (reply.status === 200) return;
      expect(reply.status).toBe(422);
      const { detail } = DetailBody.parse(reply.json);
      expect(detail.every(({ loc }) => loc[0] === 'body')).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('the location of a problem is always a path into the input, or one step beside it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
      const parsed = Body.safeParse(value);
      if (parsed.success) return;
      for (const { loc } of toProblems(parsed.error, value, 'body')) {
        let at: unknown = value;
        for (const step of loc.slice(1, -1)) at = (at as Record<string, unknown>)[step];
        expect(loc.length === 1 || (typeof at === 'object' && at !== null)).toBe(true);
      }
    }),
  );
});

describe('for a union', () => {
  const Form = z.union([
    z.strictObject({ a: z.strictObject({ b: z.number(), c: z.number() }) }),
    z.strictObject({ a: z.strictObject({ b: z.string(), c: z.number() }) }),
    z.string(),
  ]);
  const found = (value: unknown) =>
    toProblems(Form.safeParse(value).error as z.ZodError, value, 'body').map(({ loc, type }) => [loc.join('.'), type]);

  test('the branch with the fewest problems is reported, of those that match deepest', () => {
    expect(found({ a: { b: 'x', c: 'y' } })).toEqual([['body.a.c', 'float_parsing']]);
    expect(found({ a: { b: 1, c: 'y' } })).toEqual([['body.a.c', 'float_parsing']]);
    const Deeper = z.union([
      z.strictObject({ a: z.number() }),
      z.strictObject({ a: z.strictObject({ b: z.number() }) }),
    ]);
    const value = { a: { b: 'x' } };
    const problems = toProblems(Deeper.safeParse(value).error as z.ZodError, value, 'body');
    expect(problems.map(({ loc }) => loc)).toEqual([['body', 'a', 'b']]);
  });

  test('no branch is reported if none comes close', () => {
    expect(found(7)).toEqual([['body', 'union_error']]);
  });

  test('sets are lists', () => {
    const Few = z.set(z.string()).min(1).max(1);
    const problem = (value: Set<string>) =>
      toProblems(Few.safeParse(value).error as z.ZodError, value, 'body')[0]?.type;
    expect([problem(new Set()), problem(new Set(['a', 'b']))]).toEqual(['too_short', 'too_long']);
  });
});
