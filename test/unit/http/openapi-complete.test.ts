import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { operations as registry, tags } from '../../../functions/registry.ts';
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

const operations: readonly Operation[] = registry.map(({ operation }) => operation);
const document = buildOpenApi(operations, tags) as unknown as Described & {
  tags: { name: string; description?: string }[];
};
const { schemas } = document.components;
const ajv = addFormats.default(new Ajv({ strict: false, allErrors: true }));
ajv.addSchema(document as object, 'openapi');
/** References inside a schema point into the document. */
const compile = (schema: Schema) =>
  ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')));

/** Every property of a schema, with its path. */
function* propertiesOf(schema: Schema, way: string): Generator<[way: string, property: Schema]> {
  for (const [name, property] of Object.entries(schema.properties ?? {})) yield [`${way}.${name}`, property];
  for (const { inner } of innerSchemas(schema)) yield* propertiesOf(inner, way);
}
const properties = Object.entries(schemas).flatMap(([name, schema]) => [...propertiesOf(schema, name)]);
const parameters = operationsOf(document).flatMap(({ operationId, parameters: own = [] }) =>
  own.filter(({ $ref }) => !$ref).map((parameter) => [`${operationId} ${parameter.name}`, parameter] as const),
);

describe('every property', () => {
  test('has a description, of its own or in the schema that it refers to', () => {
    expect(properties.length).toBeGreaterThan(500);
    const silent = properties.filter(
      ([, { $ref, description }]) => !(description || ($ref && schemas[namedBy($ref)]?.description)),
    );
    expect(silent.map(([way]) => way)).toEqual([]);
  });

  test('has a valid default and example', () => {
    for (const [way, { default: otherwise, example, ...schema }] of properties) {
      const takes = compile(schema);
      for (const value of [otherwise, example]) if (value !== undefined) expect(takes(value), way).toBe(true);
    }
  });
});

describe('every parameter', () => {
  test('has a description, and an example: in prose if optional, because Swagger UI fills examples in', () => {
    expect(parameters.filter(([, { description }]) => !description).map(([way]) => way)).toEqual([]);
    for (const [way, { required, example, schema, description }] of parameters) {
      if (required) expect(compile(schema)(example), `${way}: ${JSON.stringify(example)}`).toBe(true);
      else expect(example ?? schema.example, way).toBeUndefined();
      const mayBeSilent = required || schema.default !== undefined || schema.type === 'boolean' || schema.nullable;
      if (!mayBeSilent) expect(description, way).toContain('For example');
    }
  });

  test('has bounds if it is a number', () => {
    for (const [way, { schema }] of parameters)
      if (schema.type === 'integer') expect(schema, way).toHaveProperty('minimum');
  });

  test('is not a list: several values are one string with commas', () => {
    expect(parameters.filter(([, { schema }]) => schema.type === 'array').map(([way]) => way)).toEqual([]);
  });
});

test('every group has a description', () => {
  expect(document.tags.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
});

test('bodies and responses have names, and so have common parts of them', () => {
  const anonymous = contentsOf(document).filter(({ content: { schema } }) => schema.type === 'object');
  expect(anonymous.map(({ name }) => name)).toEqual([]);
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining(['User', 'Sheet', 'ProcessingStatus', 'CreateTaskBody', 'TaskState', 'PriceList']),
  );
});

describe('every body and response', () => {
  test('has an example that matches its schema', () => {
    for (const { content, name } of contentsOf(document)) {
      const takes = compile(content.schema);
      expect(takes(content.example), `${name}: ${JSON.stringify(takes.errors)}`).toBe(true);
    }
  });

  test.each(operations.map((operation) => [operation.id, operation] as const))(
    'of %s has an example that the operation itself accepts or returns',
    (id, operation) => {
      const described = operationsOf(document).find(({ operationId }) => operationId === id);
      const json = described?.requestBody?.content['application/json'];
      if (json) expect(operation.body?.safeParse(json.example).error).toBeUndefined();
      for (const [status, { schema, contentType }] of Object.entries(operation.responses)) {
        const shown = described?.responses[status]?.content?.['application/json'];
        if (shown && !contentType) expect(schema?.safeParse(shown.example).error).toBeUndefined();
      }
    },
  );
});
