import { type FieldWord, WORDS, WORDS_OF } from './field-words.ts';
import {
  contentsOf,
  type Described,
  innerSchemas,
  namedBy,
  operationsOf,
  type Parameter,
  type Schema,
} from './json.ts';

/** Records whose field names mean the same in their requests and responses. */
const RECORDS = [
  'Project',
  'Member',
  'Organization',
  'Task',
  'Document',
  'DrawingComparison',
  'Report',
  'EmailTemplate',
  'EmailActivity',
  'ExternalSystem',
  'SearchHit',
  'Sheet',
] as const;

/** Returns the record that a schema is about: `UpdateTaskRequest` is about a task. */
const recordOf = (owner: string): string | undefined =>
  RECORDS.find((record) =>
    new RegExp(`^(?:Create|Update|Put|Correct)?(?:Organization(?=External))?${record}`).test(owner),
  );

const wordFor = (owner: string, name: string): FieldWord | undefined =>
  WORDS_OF[owner]?.[name] ?? WORDS_OF[recordOf(owner) ?? '']?.[name] ?? WORDS[name];

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** Returns whether a value matches a schema, as far as its type and enumeration go. */
const fits = (schema: Schema, value: unknown, schemas: Record<string, Schema>): boolean => {
  if (value === null) return schema.nullable === true;
  const target = schema.$ref ?? schema.allOf?.[0]?.$ref;
  const { type, enum: values, items, properties } = target ? (schemas[namedBy(target)] ?? schema) : schema;
  // A value with free fields is not an example of an object with declared fields.
  if (properties) return false;
  if (values && !values.includes(value)) return false;
  if (type !== undefined && !TYPES[type]?.(value)) return false;
  return !(Array.isArray(value) && items) || value.every((each) => fits(items, each, schemas));
};

/** Adds descriptions and examples from `WORDS` to every property and parameter without its own. */
export const describeFields = (document: Described): void => {
  const { schemas } = document.components;

  const describe = (schema: Schema, word: FieldWord | undefined): Schema => {
    if (!word) return schema;
    const said: Schema = schema.$ref ? { allOf: [{ $ref: schema.$ref }] } : { ...schema };
    said.description ??= word.description;
    const { example } = word;
    const isSaid = said.example !== undefined || said.default !== undefined;
    if (!isSaid && example !== undefined && fits(schema, example, schemas)) said.example = example;
    return said;
  };

  const visit = (schema: Schema, owner: string): void => {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (schema.properties) schema.properties[name] = describe(property, wordFor(owner, name));
    }
    for (const { inner } of innerSchemas(schema)) visit(inner, inner.title ?? owner);
  };
  for (const [name, schema] of Object.entries(schemas)) visit(schema, name);
  for (const { content, name } of contentsOf(document)) visit(content.schema, name);

  /** Returns an example of a parameter's value other than the default. */
  const exampleOf = ({ schema, example }: Parameter, word: FieldWord | undefined): unknown => {
    if (example !== undefined) return example;
    if (schema.example !== undefined) return schema.example;
    if (word?.example !== undefined && fits(schema, word.example, schemas)) return word.example;
    const target = schema.$ref ?? schema.allOf?.[0]?.$ref;
    return (target ? schemas[namedBy(target)]?.enum : schema.enum)?.[0];
  };

  for (const { operationId, parameters = [] } of operationsOf(document)) {
    for (const parameter of parameters) {
      if (parameter.$ref) continue;
      const { name, schema, required } = parameter;
      const word = WORDS_OF[operationId]?.[name] ?? WORDS[name];
      const example = exampleOf(parameter, word);
      const description = parameter.description ?? schema.description ?? word?.description ?? '';
      delete schema.description;
      delete schema.example;
      delete parameter.example;
      parameter.description = description;
      if (required) parameter.example = example;
      // Swagger UI prefills examples, which would filter a list by values that no user chose.
      else if (schema.default === undefined && (typeof example === 'string' || typeof example === 'number')) {
        parameter.description = `${description.replace(/[.]$/, '')}. For example \`${example}\`.`;
      }
    }
  }
};
