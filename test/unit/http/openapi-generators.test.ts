import { describe, expect, test } from 'vitest';
import { operations as registry } from '../../../functions/registry.ts';
import { buildOpenApi } from '../../../shared/http/openapi/build-openapi.ts';
import {
  contentsOf,
  type Described,
  innerSchemas,
  namedBy,
  operationsOf,
  type Schema,
} from '../../../shared/http/openapi/json.ts';
import type { Operation } from '../../../shared/http/operation.ts';

/** Constructs that common client generators cannot handle; `npm run clients` runs the generators. */
const operations: readonly Operation[] = registry.map(({ operation }) => operation);
const document = buildOpenApi(operations) as unknown as Described & { info: { license: { url: string } } };
const { schemas } = document.components;

function* within(schema: Schema, way: string): Generator<[way: string, schema: Schema]> {
  yield [way, schema];
  for (const { inner } of innerSchemas(schema)) yield* within(inner, `${way}.${inner.title ?? ''}`);
}
const every = Object.entries(schemas).flatMap(([name, schema]) => [...within(schema, name)]);
const waysOf = (isWrong: (schema: Schema) => boolean) => every.filter(([, each]) => isWrong(each)).map(([way]) => way);

test('the licence has an absolute URL', () => {
  expect(new URL(document.info.license.url).protocol).toBe('https:');
});

test('every schema is referenced', () => {
  const referred = new Set(JSON.stringify(document).match(/(?<=#\/components\/schemas\/)\w+(?=")/g));
  expect(Object.keys(schemas).filter((name) => !referred.has(name))).toEqual([]);
});

test('a parameter and a form field refer to their enum by name only, which yields a typed argument', () => {
  const parameters = operationsOf(document).flatMap(({ parameters: own = [] }) => own.map(({ schema }) => schema));
  const fields = Object.values(schemas.CreateDocumentForm?.properties ?? {});
  expect(fields).toContainEqual({ $ref: '#/components/schemas/DocumentType' });
  const wrapped = [...parameters, ...fields].filter((schema) => schema?.allOf && schema.default === undefined);
  expect(wrapped).toEqual([]);
});

describe('no schema', () => {
  test('has the name of a type that generators derive from an operation, or of a value', () => {
    // oapi-codegen generates a constant `TaskStatus` for the report type `task_status`.
    expect(schemas).not.toHaveProperty('TaskStatus');
    expect(Object.keys(schemas).filter((name) => /(?:Request|Response)$/.test(name))).toEqual([]);
    // orval generates `…Result` for each operation.
    const results = operationsOf(document).map(({ operationId }) => `${operationId.replaceAll('-', '')}result`);
    expect(Object.keys(schemas).filter((name) => results.includes(name.toLowerCase()))).toEqual([]);
  });

  test('has both `_id` and `id`; one that returns both allows more than it describes', () => {
    expect(waysOf(({ properties = {} }) => '_id' in properties && 'id' in properties)).toEqual([]);
    for (const name of ['Project', 'Task', 'Organization', 'DocumentListItem']) {
      expect(schemas[name], name).toMatchObject({ properties: { id: {} }, additionalProperties: true });
    }
  });

  test('has a pattern beside a date-time or a number, or several in allOf', () => {
    expect(waysOf(({ pattern, format, type }) => !!pattern && (format === 'date-time' || type === 'integer'))).toEqual(
      [],
    );
    expect(waysOf(({ allOf = [] }) => allOf.some(({ $ref }) => !$ref))).toEqual([]);
  });

  test('inlines a nullable enum, or needs one', () => {
    expect(
      waysOf(({ nullable, enum: values, description }) => !!nullable && !!values && !description?.endsWith('or null')),
    ).toEqual([]);
    const needed = every.filter(([, { properties = {}, required = [] }]) =>
      required.some((name) => {
        const target = properties[name]?.$ref ?? properties[name]?.allOf?.[0]?.$ref;
        return target && schemas[namedBy(target)]?.enum?.includes(null);
      }),
    );
    expect(needed.map(([way]) => way)).toEqual([]);
    expect(schemas.TextStatusOrNull?.enum).toContain(null);
  });

  test('has values for which generators derive the same name', () => {
    const namesOf = ({ enum: values = [], 'x-enum-varnames': names }: Schema): string[] =>
      names ??
      values.filter((value) => value !== null).map((value) => String(value).replace(/[^\w]/g, '').toUpperCase());
    expect(waysOf((schema) => new Set(namesOf(schema)).size < namesOf(schema).length)).toEqual([]);
    expect(schemas.Quantity?.properties?.unit?.['x-enum-varnames']).toEqual(['M', 'M2', 'FT', 'FT2', 'EACH']);
  });

  test('discriminates a union by values without a name', () => {
    const unions = every.flatMap(([, { discriminator, oneOf = [] }]) =>
      discriminator ? [{ discriminator, oneOf }] : [],
    );
    expect(unions.length).toBeGreaterThan(0);
    for (const { discriminator, oneOf } of unions) {
      for (const { $ref = '' } of oneOf) {
        const told = schemas[namedBy($ref)]?.properties?.[discriminator.propertyName];
        expect(schemas[namedBy(told?.allOf?.[0]?.$ref ?? '')]?.enum, $ref).toBeDefined();
      }
    }
  });

  test('has a type beside its union members', () => {
    expect(waysOf(({ oneOf, type }) => !!oneOf && !!type)).toEqual([]);
  });
});

test('fields set by the server are accepted but not described', () => {
  const bodies = contentsOf(document).filter(({ isRequest }) => isRequest);
  expect(bodies.length).toBeGreaterThan(10);
  const create = operations.find(({ id }) => id === 'create-task')?.body;
  const body = { title: 'Lintel', project_id: 'p', _id: 'mine', id: 'mine', created_at: 'whenever' };
  expect(create?.safeParse(body).success).toBe(true);
  expect(Object.keys(schemas.CreateTaskBody?.properties ?? {})).not.toEqual(expect.arrayContaining(['_id']));
  expect(JSON.stringify(document)).not.toContain('x-server-owned');
});

test('every object with named fields is closed, except those with two names for one value and those of other protocols', () => {
  const isOpen = ({ type, properties, additionalProperties }: Schema) =>
    type === 'object' && properties !== undefined && additionalProperties !== false;
  expect(waysOf(isOpen).sort()).toEqual(['DocumentListItem', 'McpBody', 'Organization', 'Project', 'Task']);
});

test('a response is binary exactly if it is not text', () => {
  const types = operationsOf(document).flatMap(({ operationId, responses }) =>
    Object.values(responses).flatMap(({ content = {} }) =>
      Object.entries(content).flatMap(([type, { schema }]) =>
        /json/.test(type) ? [] : [[operationId, type, schema] as const],
      ),
    ),
  );
  expect(types.map(([id]) => id)).toContain('reference-asset');
  for (const [id, type, schema] of types) {
    const expected = /^text\/|yaml/.test(type) ? { type: 'string' } : { type: 'string', format: 'binary' };
    expect(schema, `${id} ${type}`).toMatchObject(expected);
    expect(schema.format, `${id} ${type}`).toBe((expected as Schema).format);
  }
});

test('a form precedes JSON, because generators use the first content type', () => {
  const both = operationsOf(document).filter(({ requestBody }) => Object.keys(requestBody?.content ?? {}).length > 1);
  expect(both.length).toBeGreaterThan(0);
  for (const { requestBody } of both) expect(Object.keys(requestBody?.content ?? {})[0]).toBe('multipart/form-data');
});
