import answers from './answers.json' with { type: 'json' };
import { contentsOf, type Described, namedBy, operationsOf, type Schema } from './json.ts';

const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2026-11-22T09:41:00.000Z',
  date: '2026-11-22',
  uri: 'https://example.com/',
  email: 'ann.lee@example.com',
  binary: 'the bytes of the file',
};

/** Returns whether the schema is one of a field that the server sets, whatever the body contains. */
const isServerOwned = (schema: Schema): boolean =>
  !schema.$ref && !schema.type && !schema.enum && !schema.allOf && !schema.anyOf && !schema.oneOf;

/**
 * Returns whether an example of a body has a field that is not required. Of the organization there is one choice, the
 * caller's own: with any other the example would be rejected.
 */
const isSent = (name: string, schema: Schema): boolean =>
  name !== 'organization_id' && !isServerOwned(schema) && schema.example != null;

/** Returns a function that creates an example value of a schema from the examples of its fields. */
const sampler = (schemas: Readonly<Record<string, Schema>>, isRequest: boolean) => {
  const objectOf = (
    { properties = {}, required = [], additionalProperties }: Schema,
    within: readonly string[],
  ): Record<string, unknown> => {
    const shown = Object.entries(properties).filter(
      ([name, property]) => required.includes(name) || (isRequest ? isSent(name, property) : property.example !== null),
    );
    // A record with known names lists them only as required.
    const each = typeof additionalProperties === 'object' ? additionalProperties : undefined;
    const named = each ? required.filter((name) => !(name in properties)).map((name) => [name, each] as const) : [];
    return Object.fromEntries([...shown, ...named].map(([name, property]) => [name, sample(property, within)]));
  };

  const referred = (ref: string, within: readonly string[]): unknown => {
    const name = namedBy(ref);
    const target = schemas[name];
    if (!target) throw new Error(`There is no schema ${name}`);
    return within.includes(name) ? {} : sample(target, [...within, name]);
  };

  const merged = (schemasOfAll: readonly Schema[], within: readonly string[]): unknown => {
    const parts = schemasOfAll.map((part) => sample(part, within));
    return parts.length === 1 ? parts[0] : Object.assign({}, ...parts);
  };

  const arrayOf = ({ items }: Schema, within: readonly string[]): unknown[] => {
    const isRecursive = items?.$ref && within.includes(namedBy(items.$ref));
    return items && !isRecursive ? [sample(items, within)] : [];
  };

  const ofType = (schema: Schema, within: readonly string[]): unknown => {
    switch (schema.type) {
      case 'object':
        return objectOf(schema, within);
      case 'array':
        return arrayOf(schema, within);
      case 'integer':
      case 'number':
        return schema.minimum ?? 1;
      case 'boolean':
        return true;
      case 'string':
        return BY_FORMAT[schema.format ?? ''] ?? 'text'.padEnd(schema.minLength ?? 0, '.');
      default:
        return {};
    }
  };

  const sample = (schema: Schema, within: readonly string[] = []): unknown => {
    if (schema.example !== undefined) return schema.example;
    if (schema.default !== undefined) return schema.default;
    if (schema.$ref) return referred(schema.$ref, within);
    if (schema.allOf) return merged(schema.allOf, within);
    const [first] = schema.oneOf ?? schema.anyOf ?? [];
    if (first) return sample(first, within);
    const value = schema.enum?.find((each) => each !== null);
    return value === undefined ? ofType(schema, within) : value;
  };
  return sample;
};

/** Adds the recorded responses (`npm run record-answers`) as examples of their operations. */
const addRecorded = (document: Described): void => {
  for (const { operationId, responses } of operationsOf(document)) {
    const recorded = (answers as Readonly<Record<string, unknown>>)[operationId];
    const content = responses['200']?.content?.['application/json'];
    if (content && recorded !== undefined) content.example = recorded;
  }
};

/** Adds an example to every body and response: a recorded one, or one made from the examples of its fields. */
export const addExamples = (document: Described): void => {
  const { schemas, responses = {} } = document.components;
  addRecorded(document);
  for (const { content, isRequest } of contentsOf(document)) {
    content.example ??= sampler(schemas, isRequest)(content.schema);
  }
  for (const { content = {} } of Object.values(responses)) {
    for (const each of Object.values(content)) {
      if (each.examples === undefined) each.example ??= sampler(schemas, false)(each.schema);
    }
  }
};
