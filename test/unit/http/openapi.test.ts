import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { operation as health, handler as healthHandler } from '../../../functions/public/health.ts';
import { operation as openapi, handler as openapiHandler } from '../../../functions/public/openapi.ts';
import { operations as registry } from '../../../functions/registry.ts';
import { buildOpenApi } from '../../../shared/http/openapi/build-openapi.ts';
import { provideOpenApi } from '../../../shared/http/openapi-document.ts';
import type { Operation } from '../../../shared/http/operation.ts';
import { VERSION } from '../../../shared/version.ts';
import { invoke } from './support/service.ts';

process.env.LOG_LEVEL = 'silent';
process.env.VALIDATE_RESPONSES = '1';

type Json = Record<string, unknown>;
interface Described {
  operationId: string;
  security: Json[];
  parameters?: { name?: string; in?: string; required?: boolean; schema?: Json; $ref?: string }[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { $ref?: string; headers?: Json; content?: Record<string, { schema: Json }> }>;
}

const operations: readonly Operation[] = registry.map(({ operation }) => operation);
const document = buildOpenApi(operations);
const paths = document.paths as Record<string, Record<string, Described>>;
const described = (operation: Operation): Described => {
  const found = paths[operation.path]?.[operation.method.toLowerCase()];
  if (!found) throw new Error(`${operation.id} is not described`);
  return found;
};

/** Every object of the document, with its path. */
const walk = function* (value: unknown, way: string[] = []): Generator<[way: string[], value: Json]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [way, value as Json];
  for (const [name, each] of Object.entries(value)) yield* walk(each, [...way, name]);
};
const resolve = (ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (at, name) => (at as Json | undefined)?.[name.replaceAll('~1', '/').replaceAll('~0', '~')],
      document,
    );

describe('the document', () => {
  test('is OpenAPI 3.0 with each operation once', () => {
    expect(document).toMatchObject({ openapi: '3.0.3', info: { version: VERSION } });
    const ids = Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
    expect(ids.sort()).toEqual(operations.map(({ id }) => id).sort());
  });

  test('has no dangling reference', () => {
    for (const [way, { $ref }] of walk(document)) {
      if (typeof $ref === 'string') expect(resolve($ref), `${way.join('.')} → ${$ref}`).toBeDefined();
    }
  });

  test('uses no keyword of later versions only', () => {
    const later = [
      '$schema',
      '$id',
      '$defs',
      'const',
      'examples',
      'if',
      'prefixItems',
      'propertyNames',
      'patternProperties',
      'contentEncoding',
    ];
    const isName = (way: string[]) =>
      ['properties', 'headers', 'responses', 'parameters', 'schemas'].includes(way.at(-1) ?? '');
    for (const [way, value] of walk(document)) {
      if (way.includes('example')) continue;
      if (isName(way)) continue;
      expect(
        Object.keys(value).filter((name) => later.includes(name)),
        way.join('.'),
      ).toEqual([]);
      expect(Array.isArray(value.type), way.join('.')).toBe(false);
      expect(['number', 'object'].includes(typeof value.exclusiveMinimum), way.join('.')).toBe(false);
      if (value.nullable === true && Array.isArray(value.enum)) expect(value.enum, way.join('.')).toContain(null);
    }
  });

  test('names the records, so that a generated client has a type for each', () => {
    const schemaOf = (id: string, status: number) => {
      const operation = operations.find((each) => each.id === id);
      return operation && described(operation).responses[status]?.content?.['application/json']?.schema;
    };
    expect(schemaOf('get-document', 200)).toEqual({ $ref: '#/components/schemas/Document' });
    expect(schemaOf('create-document', 201)).toEqual({ $ref: '#/components/schemas/DocumentListItem' });
    expect(schemaOf('get-project', 200)).toEqual({ $ref: '#/components/schemas/Project' });
  });

  test('has schemas that compile', () => {
    const ajv = new Ajv({ strict: false, validateFormats: true });
    addFormats.default(ajv);
    ajv.addFormat('binary', true);
    for (const [way, value] of walk(document)) {
      if (way.at(-1) !== 'schema') continue;
      const schema = { ...value, components: document.components };
      expect(() => ajv.compile(schema), way.join('.')).not.toThrow();
    }
  });
});

describe.each(operations)('$id', (operation) => {
  test('declares each parameter of its path, and only those', () => {
    const named = [...operation.path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name);
    const inPath = (described(operation).parameters ?? []).filter((each) => each.in === 'path');
    expect(inPath.map(({ name }) => name).sort()).toEqual(named.sort());
    expect(inPath.every(({ required }) => required)).toBe(true);
  });

  test('states who may call it and what it returns', () => {
    const { security, responses } = described(operation);
    const isPublic = operation.auth === 'public';
    const { auth } = operation;
    const byKey = auth !== 'public' && auth.apiKey ? [{ apiKey: [] }] : [];
    expect(security).toEqual(auth === 'public' ? [] : [{ bearer: [] }, { oauth2: [auth.scope] }, ...byKey]);
    const statuses = [
      ...Object.keys(operation.responses),
      ...(operation.errors ?? []),
      ...(isPublic ? [503] : [401, 403, 422, 429, 503]),
    ];
    for (const status of statuses) expect(responses).toHaveProperty([String(status)]);
    for (const status of Object.keys(operation.responses)) {
      expect('X-RateLimit-Limit' in (responses[status]?.headers ?? {})).toBe(!isPublic);
    }
  });
});

test('errors returned by the HTTP layer are described', () => {
  for (const operation of operations) {
    const { auth, method, body, multipart } = operation;
    const { responses } = described(operation);
    const has = (status: number) => String(status) in responses;
    if (body || multipart) expect([has(413), has(415)], operation.id).toEqual([true, true]);
    if (['PUT', 'PATCH', 'DELETE'].includes(method)) expect(has(400), operation.id).toBe(true);
    if (method === 'POST' && auth !== 'public') expect(has(409), operation.id).toBe(true);
    if (method === 'GET') {
      const ok = operation.responses[200];
      expect(has(304), operation.id).toBe('ETag' in (ok?.headers ?? {}) && !ok?.containsMore);
    }
  }
});

test('a form and a JSON body are both offered', () => {
  const both = operations.find(({ body, multipart }) => body && multipart);
  const content = both && described(both).requestBody?.content;
  expect(Object.keys(content ?? {})).toEqual(['multipart/form-data', 'application/json']);
  const form = resolve(String(content?.['multipart/form-data']?.schema.$ref)) as Json;
  expect(form.properties).toMatchObject({
    file: { type: 'string', format: 'binary' },
  });
});

test('headers read by the HTTP layer are described where it reads them', () => {
  for (const operation of operations) {
    const refs = (described(operation).parameters ?? []).flatMap(({ $ref }) => ($ref ? [$ref.split('/').at(-1)] : []));
    const isChange = ['PUT', 'PATCH', 'DELETE'].includes(operation.method);
    expect(refs.includes('IdempotencyKey')).toBe(operation.method === 'POST' && operation.auth !== 'public');
    expect(refs.includes('IfMatch')).toBe(isChange);
  }
});

describe('served', () => {
  test('is JSON with a stable ETag', async () => {
    provideOpenApi(() => document);
    const reply = await invoke(openapi, openapiHandler);
    expect(reply).toMatchObject({ status: 200, json: document, headers: { 'Cache-Control': 'public, max-age=300' } });
    const again = await invoke(openapi, openapiHandler, { headers: { 'if-none-match': reply.headers.ETag ?? '' } });
    expect(again).toMatchObject({ status: 304, text: '' });
  });

  test('its bundle holds the generated document, and nothing that builds it', async () => {
    const { metafile, outputFiles } = await build({
      entryPoints: ['functions/public/openapi.ts'],
      bundle: true,
      platform: 'node',
      format: 'esm',
      write: false,
      metafile: true,
      define: { OPENAPI_DOCUMENT: JSON.stringify('{"openapi":"the finished document"}') },
    });
    expect(outputFiles[0]?.text).toContain('the finished document');
    const inputs = Object.keys(metafile.inputs);
    expect(inputs.filter((input) => /zod-openapi|functions\/(?!public)|shared\/aws|infra/.test(input))).toEqual([]);
  });

  test('health needs no token and returns the version of the package', async () => {
    const reply = await invoke(health, healthHandler);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(reply).toMatchObject({ status: 200, json: { status: 'ok', version } });
    expect(reply.headers).not.toHaveProperty('X-RateLimit-Limit');
  });
});
