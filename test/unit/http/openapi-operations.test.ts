import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { buildOpenApi } from '../../../shared/http/openapi/build-openapi.ts';
import type { Operation } from '../../../shared/http/operation.ts';

const Thing = z.object({ name: z.string(), kind: z.enum(['a', 'b']).nullable() });
const shared = {
  id: 'get-thing',
  method: 'GET',
  path: '/things',
  tag: 'Things',
  summary: 'A thing',
  description: 'What it is.',
  auth: { scope: 'documents:read', role: 'viewer' },
  responses: { 200: { description: 'The thing', schema: Thing } },
  uses: [],
} as const satisfies Operation;

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
const describedAs = (given: Partial<Operation>): any => {
  const operation: Operation = { ...shared, ...given };
  const { paths } = buildOpenApi([operation]) as { paths: Record<string, Record<string, unknown>> };
  return paths[operation.path]?.[operation.method.toLowerCase()];
};
// biome-ignore lint/suspicious/noExplicitAny: schemas of any shape
const schemasOf = (given: Partial<Operation>): any =>
  (buildOpenApi([{ ...shared, ...given }]).components as { schemas: unknown }).schemas;
const statuses = (given: Partial<Operation>) => Object.keys(describedAs(given).responses).map(Number);
const headers = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id'];

describe('an operation', () => {
  test('has a name, requirements and responses', () => {
    const described = describedAs({});
    expect(described).toMatchObject({
      operationId: 'get-thing',
      tags: ['Things'],
      summary: 'A thing',
      description: 'What it is.\n\nRequires the role `viewer` and the scope `documents:read`.',
      security: [{ bearer: [] }, { oauth2: ['documents:read'] }],
    });
    expect(described).not.toHaveProperty('parameters');
    expect(described).not.toHaveProperty('requestBody');
    expect(described.responses[200]).toMatchObject({
      description: 'The thing',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/GetThingOutput' } } },
    });
    expect(Object.keys(described.responses[200].headers)).toEqual(headers);
  });

  test('without authentication says so, and has no rate limit headers', () => {
    const described = describedAs({ auth: 'public' });
    expect(described.description).toBe('What it is.\n\nRequires no token.');
    expect(described.security).toEqual([]);
    expect(Object.keys(described.responses[200].headers)).toEqual(['X-Request-Id']);
    expect(Object.keys(described.responses)).toEqual(['200', '431', '500', '503']);
  });

  test('is beside the others of its path, with one tag', () => {
    const document = buildOpenApi([shared, { ...shared, id: 'delete-thing', method: 'DELETE' }]);
    expect(Object.keys((document.paths as Record<string, object>)['/things'] ?? {})).toEqual(['get', 'delete']);
    expect(document.tags).toEqual([{ name: 'Things' }]);
  });

  test('accepts null if the enum is nullable', () => {
    const { properties } = schemasOf({}).GetThingOutput;
    expect(properties.kind).toMatchObject({ nullable: true, enum: ['a', 'b', null] });
    expect(properties.name).toMatchObject({ type: 'string' });
    expect(properties.name).not.toHaveProperty('nullable');
  });
});

describe('errors returned by the HTTP layer', () => {
  const tagged = { 200: { description: 'The thing', schema: Thing, headers: { ETag: 'Its version' } } };
  const withMore: Operation['responses'] = { 200: { ...tagged[200], containsMore: true } };
  const body = z.object({ name: z.string() });
  test.each<[string, Partial<Operation>, number[]]>([
    ['a read', {}, [200, 401, 403, 422, 429, 431, 500, 503]],
    ['a read of a version', { responses: tagged }, [200, 304, 401, 403, 422, 429, 431, 500, 503]],
    [
      'a read of a version with more than its record',
      { responses: withMore },
      [200, 401, 403, 422, 429, 431, 500, 503],
    ],
    ['a change', { method: 'PATCH' }, [200, 400, 401, 403, 422, 429, 431, 500, 503]],
    ['a replacement of a version', { method: 'PUT', responses: tagged }, [200, 400, 401, 403, 422, 429, 431, 500, 503]],
    ['a removal', { method: 'DELETE' }, [200, 400, 401, 403, 422, 429, 431, 500, 503]],
    ['a creation', { method: 'POST', body }, [200, 401, 403, 409, 413, 415, 422, 429, 431, 500, 503]],
    [
      'a form',
      { method: 'POST', multipart: { file: 'file', fields: z.object({}), maximumBytes: 1 } },
      [200, 401, 403, 409, 413, 415, 422, 429, 431, 500, 503],
    ],
    ['a public creation', { method: 'POST', auth: 'public' }, [200, 431, 500, 503]],
    ['a public read of parameters', { auth: 'public', query: z.object({ q: z.string() }) }, [200, 422, 431, 500, 503]],
    [
      'a public read with a header',
      { auth: 'public', headers: z.object({ h: z.string() }) },
      [200, 422, 431, 500, 503],
    ],
    ['a public body', { method: 'POST', auth: 'public', body }, [200, 413, 415, 422, 431, 500, 503]],
    ['errors of its own', { errors: [404, 502] }, [200, 401, 403, 404, 422, 429, 431, 500, 502, 503]],
  ])('%s', (_name, given, expected) => {
    expect(statuses(given)).toEqual(expected);
  });

  test("are shared, and an operation's own response wins", () => {
    const own = { ...shared.responses, 404: { description: 'Not this one' } };
    const { responses } = describedAs({ errors: [404], responses: own });
    expect(responses[401]).toEqual({ $ref: '#/components/responses/Unauthorized' });
    expect(responses[404]).toMatchObject({ description: 'Not this one' });
    expect(responses[404]).not.toHaveProperty('content');
  });
});

describe('a request', () => {
  const ref = (name: string) => ({ $ref: `#/components/parameters/${name}` });
  const versioned = { 200: { description: 'The thing', headers: { ETag: 'Its version' } } };
  test.each<[string, Partial<Operation>, unknown]>([
    ['creates under a key', { method: 'POST' }, [ref('IdempotencyKey')]],
    ['creates without a token under none', { method: 'POST', auth: 'public' }, undefined],
    ['reads what it does not know yet', { responses: versioned }, [ref('IfNoneMatch')]],
    [
      'reads what contains more than its version',
      { responses: { 200: { ...versioned[200], containsMore: true } } },
      undefined,
    ],
    ['changes a version', { method: 'PUT' }, [ref('IfMatch')]],
    ['changes a version it was told', { method: 'PATCH', responses: versioned }, [ref('IfMatch')]],
  ])('%s', (_name, given, parameters) => {
    expect(describedAs(given).parameters).toEqual(parameters);
  });

  test('has its parameters where they are read', () => {
    const { parameters } = describedAs({
      path: '/things/{id}',
      params: z.object({ id: z.string() }),
      query: z.object({ q: z.string().optional() }),
      headers: z.object({ 'x-mode': z.string().optional() }),
    });
    expect(
      parameters.map((each: { in: string; name: string; required?: boolean }) => [each.in, each.name, each.required]),
    ).toEqual([
      ['path', 'id', true],
      ['query', 'q', undefined],
      ['header', 'x-mode', undefined],
    ]);
  });

  test('has a required body unless it may be omitted', () => {
    const body = z.object({ name: z.string() });
    const of = (given: Partial<Operation>) => describedAs({ method: 'POST', ...given }).requestBody;
    expect(of({ body })).toMatchObject({ required: true, content: { 'application/json': { schema: {} } } });
    expect(of({ body: body.optional() }).required).toBe(false);
    const multipart = { file: 'plan', fields: z.object({ title: z.string() }), maximumBytes: 1 };
    const form = of({ body: body.optional(), multipart });
    expect(form.required).toBe(true);
    expect(Object.keys(form.content)).toEqual(['multipart/form-data', 'application/json']);
    expect(schemasOf({ method: 'POST', multipart }).GetThingForm.properties).toMatchObject({
      title: { type: 'string' },
      plan: { type: 'string', format: 'binary', description: 'The file' },
    });
    expect(Object.keys(of({ multipart }).content)).toEqual(['multipart/form-data']);
  });
});

describe('a response', () => {
  test('has its own headers beside those of the limits, and its type', () => {
    const responses = {
      200: { description: 'A file', schema: z.string(), contentType: 'text/csv', headers: { ETag: 'Its version' } },
    };
    const answer = describedAs({ responses }).responses[200];
    expect(answer.headers.ETag).toMatchObject({ description: 'Its version', schema: { type: 'string' } });
    expect(Object.keys(answer.headers)).toEqual(['ETag', ...headers]);
    expect(Object.keys(answer.content)).toEqual(['text/csv']);
  });

  test('may be empty', () => {
    expect(describedAs({ responses: { 204: { description: 'Gone' } } }).responses[204]).not.toHaveProperty('content');
  });
});
