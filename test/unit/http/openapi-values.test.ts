import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { ProcessingStatus } from '../../../shared/domain/documents/values.ts';
import { buildOpenApi } from '../../../shared/http/openapi/build-openapi.ts';
import { WORDS } from '../../../shared/http/openapi/field-words.ts';
import type { Operation } from '../../../shared/http/operation.ts';

const shared = {
  id: 'get-thing',
  method: 'GET',
  path: '/things',
  tag: 'Things',
  summary: 'A thing',
  description: 'What it is.',
  auth: { scope: 'documents:read', role: 'viewer' },
  responses: {},
  uses: [],
} as const satisfies Operation;
const returning = (fields: z.ZodRawShape): Partial<Operation> => ({
  responses: { 200: { description: 'The thing', schema: z.object(fields) } },
});

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
const documentOf = (given: Partial<Operation>): any => buildOpenApi([{ ...shared, ...given } as Operation]);
// biome-ignore lint/suspicious/noExplicitAny: schemas of any shape
const describedAs = (fields: z.ZodRawShape): any => {
  const { schemas } = documentOf(returning(fields)).components;
  return { schemas, properties: schemas.GetThingOutput.properties };
};
// biome-ignore lint/suspicious/noExplicitAny: schemas of any shape
const propertiesOf = (fields: z.ZodRawShape): any => describedAs(fields).properties;
const exampleOf = (fields: z.ZodRawShape): unknown =>
  documentOf(returning(fields)).paths['/things'].get.responses[200].content['application/json'].example;
// biome-ignore lint/suspicious/noExplicitAny: parameters of any shape
const parameterOf = (given: Partial<Operation>): any => documentOf(given).paths['/things'].get.parameters[0];

const Part = z.object({ size: z.string() }).meta({ id: 'Part' });

describe('a property', () => {
  test('without its own description and example gets those of its name', () => {
    expect(propertiesOf({ title: z.string() }).title).toEqual({
      type: 'string',
      description: WORDS.title?.description,
      example: WORDS.title?.example,
    });
  });

  test('keeps its own description, example and default', () => {
    const own = { description: 'Of the cover', example: 'Cover' };
    expect(propertiesOf({ title: z.string().meta(own) }).title).toEqual({ type: 'string', ...own });
    expect(propertiesOf({ title: z.string().default('Untitled') }).title).not.toHaveProperty('example');
  });

  test('gets no example of another type, or outside its enumeration', () => {
    for (const schema of [z.int(), z.enum(['Cover', 'Back']), Part, z.array(z.string())]) {
      expect(propertiesOf({ title: schema }).title).not.toHaveProperty('example');
    }
  });

  test('of a named type refers to it; if null is allowed, the type is written out', () => {
    const { status, part } = propertiesOf({ status: ProcessingStatus, part: Part.nullable() });
    expect(JSON.stringify(status)).toContain('"#/components/schemas/ProcessingStatus"');
    expect(part).toMatchObject({ type: 'object', nullable: true, properties: { size: { type: 'string' } } });
  });

  test('of a named enumeration that allows null refers to a type with null', () => {
    const { properties, schemas } = describedAs({ status: ProcessingStatus.nullable() });
    expect(JSON.stringify(properties.status)).toContain('"#/components/schemas/ProcessingStatusOrNull"');
    expect(schemas.ProcessingStatusOrNull.enum).toEqual([...ProcessingStatus.options, null]);
  });

  test('has its description beside its reference', () => {
    expect(propertiesOf({ title: Part }).title).toEqual({
      allOf: [{ $ref: '#/components/schemas/Part' }],
      description: WORDS.title?.description,
    });
  });
});

test('named types that the operations do not use are not described', () => {
  const { schemas } = documentOf(returning({ status: ProcessingStatus })).components;
  expect(schemas).toHaveProperty('ProcessingStatus');
  expect(schemas).not.toHaveProperty('Discipline');
});

test('values whose names are equal in ASCII letters get distinct names', () => {
  expect(propertiesOf({ unit: z.enum(['m', 'm²']) }).unit['x-enum-varnames']).toEqual(['M', 'M2']);
  expect(propertiesOf({ unit: z.enum(['m', 'ft']) }).unit).not.toHaveProperty('x-enum-varnames');
});

describe('a parameter', () => {
  test('that is required has an example: its own, or the first of its values', () => {
    expect(parameterOf({ query: z.object({ shape: z.enum(['round', 'square']) }) })).toMatchObject({
      example: 'round',
    });
    expect(parameterOf({ query: z.object({ shape: z.string().meta({ example: 'oval' }) }) })).toMatchObject({
      example: 'oval',
    });
  });

  test('that is optional has its example in its description, unless it has a default', () => {
    const shape = z.enum(['round', 'square']).meta({ description: 'The shape.' });
    expect(parameterOf({ query: z.object({ shape: shape.optional() }) })).toMatchObject({
      description: 'The shape. For example `round`.',
    });
    const { description } = parameterOf({ query: z.object({ shape: shape.default('square') }) });
    expect(description).toBe('The shape.');
  });

  test('of a named type is a reference only', () => {
    const { schema } = parameterOf({ query: z.object({ status: ProcessingStatus }) });
    expect(schema).toEqual({ $ref: '#/components/schemas/ProcessingStatus' });
  });

  test('that is a time has no pattern', () => {
    const { schema } = parameterOf({ query: z.object({ since: z.iso.datetime() }) });
    expect(schema).toMatchObject({ type: 'string', format: 'date-time' });
    expect(schema).not.toHaveProperty('pattern');
  });
});

describe('the example of a response', () => {
  test('has required fields, and optional ones with an example other than null', () => {
    const fields = {
      needed: z.string(),
      shown: z.string().optional().meta({ example: 'here' }),
      absent: z.string().nullable().optional().meta({ example: null }),
    };
    expect(exampleOf(fields)).toEqual({ needed: 'text', shown: 'here' });
  });

  test('has a value of each type, and the first value of an enumeration', () => {
    const fields = { kind: z.enum(['round', 'square']), count: z.int().min(3), on: z.boolean(), parts: z.array(Part) };
    expect(exampleOf(fields)).toEqual({ kind: 'round', count: 3, on: true, parts: [{ size: 'text' }] });
  });

  test('does not contain a type within itself', () => {
    const Tree = z
      .object({
        label: z.string(),
        get branches() {
          return z.array(Tree);
        },
      })
      .meta({ id: 'Tree' });
    expect(exampleOf({ root: Tree })).toEqual({ root: { label: 'text', branches: [] } });
  });
});

test('the example of a body has no fields that the server sets', () => {
  const body = z.object({
    label: z.string(),
    note: z.union([z.string(), z.int()]).optional().meta({ example: 'dry' }),
    owner: z.unknown().optional().meta({ example: 'ann' }),
  });
  const { post } = documentOf({ id: 'create-thing', method: 'POST', body }).paths['/things'];
  expect(post.requestBody.content['application/json'].example).toEqual({ label: 'text', note: 'dry' });
});

test('every shared response has one example or several named ones', () => {
  const { responses } = documentOf(returning({ title: z.string() })).components;
  // biome-ignore lint/suspicious/noExplicitAny: contents of any shape
  const contents = Object.values<any>(responses).flatMap(({ content = {} }) => Object.values<any>(content));
  expect(contents.length).toBeGreaterThan(5);
  for (const { example, examples } of contents) expect([example, examples]).toContain(undefined);
  for (const { example, examples } of contents) expect(example ?? examples).toBeDefined();
});

test('the response to a POST says whether it is a stored one, unless no token is needed', () => {
  const headersOf = (given: Partial<Operation>) =>
    Object.keys(
      documentOf({ ...returning({ title: z.string() }), method: 'POST', ...given }).paths['/things'].post.responses[200]
        .headers,
    );
  expect(headersOf({})).toContain('Idempotent-Replayed');
  expect(headersOf({ auth: 'public' })).not.toContain('Idempotent-Replayed');
});
