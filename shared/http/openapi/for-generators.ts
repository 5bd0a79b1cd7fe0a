import { contentsOf, type Described, innerSchemas, namedBy, operationsOf, type Schema } from './json.ts';

/** Marks a body field that is taken, whatever it says, and set by the server. */
export const SERVER_OWNED = 'x-server-owned';

const remove = (schema: Schema, name: string): void => {
  delete schema.properties?.[name];
  if (schema.required) schema.required = schema.required.filter((each) => each !== name);
};

/** Two names of one value, of which generators make one accessor: `id` stands for both. */
const describeOneIdentifier = (schema: Schema): void => {
  const { _id, id } = schema.properties ?? {};
  if (!_id || !id) return;
  remove(schema, '_id');
  id.description = `${id.description ?? 'The identifier of the record'}; answered as \`_id\` as well`;
  // What is answered and not described must not be refused by clients that check.
  schema.additionalProperties = true;
};

/** Generated code parses date-times and numbers before it would match a pattern against them. */
const describeByType = (schema: Schema): void => {
  if (schema.format === 'date-time' || schema.type === 'integer') delete schema.pattern;
};

/** Several patterns of one text become one: what stands in `allOf` is taken for several types. */
const joinPatterns = (schema: Schema): void => {
  const patterns = schema.allOf?.flatMap(({ pattern }) => pattern ?? []) ?? [];
  if (patterns.length === 0 || patterns.length !== schema.allOf?.length) return;
  schema.pattern = `^${patterns.map((pattern) => `(?=${pattern})`).join('')}`;
  delete schema.allOf;
};

/** The members of a union say what type it has. */
const untypeUnions = (schema: Schema): void => {
  if (schema.oneOf) delete schema.type;
};

const everySchema = (schema: Schema, visit: (each: Schema) => void): void => {
  visit(schema);
  for (const { inner } of innerSchemas(schema)) everySchema(inner, visit);
};

/** Removes from the description of bodies what a server-owned field says: it is still taken. */
const hideServerOwned = (schema: Schema): void => {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (SERVER_OWNED in property) remove(schema, name);
  }
};

/** Every schema of the components, the bodies and the answers, with what stands inside it. */
const visitAll = (document: Described, visit: (schema: Schema, isRequest: boolean) => void): void => {
  for (const schema of Object.values(document.components.schemas)) everySchema(schema, (each) => visit(each, false));
  for (const { content, isRequest } of contentsOf(document)) {
    everySchema(content.schema, (each) => visit(each, isRequest));
  }
};

/** Before schemas are named: describes what generators would turn into code that does not compile or run. */
export const adaptToGenerators = (document: Described): void => {
  visitAll(document, (schema, isRequest) => {
    if (isRequest) hideServerOwned(schema);
    joinPatterns(schema);
    untypeUnions(schema);
    describeByType(schema);
  });
  for (const { parameters = [] } of operationsOf(document)) {
    for (const { schema } of parameters) if (schema) describeByType(schema);
  }
};

/** When the examples have been made, which show both names. */
export const describeOneOfTwoIdentifiers = (document: Described): void => visitAll(document, describeOneIdentifier);

/**
 * A list of values that holds null is described as if it could be absent: openapi-generator's Java checks the value of
 * a required one as text and fails on null.
 */
export const mayBeAbsentWhereNull = ({ components: { schemas } }: Described): void => {
  const holdsNull = ({ $ref, allOf }: Schema): boolean => {
    const target = $ref ?? allOf?.[0]?.$ref;
    return target !== undefined && (schemas[namedBy(target)]?.enum?.includes(null) ?? false);
  };
  for (const schema of Object.values(schemas)) {
    everySchema(schema, ({ properties = {}, required = [] }) => {
      for (const [name, property] of Object.entries(properties)) {
        const at = required.indexOf(name);
        if (at >= 0 && holdsNull(property)) required.splice(at, 1);
      }
    });
  }
};

/** What a place says of a list of values costs its type where openapi-generator makes arguments: forms and parameters. */
export const referPlainly = (document: Described): void => {
  const plain = (schema: Schema): Schema => {
    const { allOf: [only, ...others] = [], default: otherwise } = schema;
    return only?.$ref && others.length === 0 && otherwise === undefined ? only : schema;
  };
  for (const { parameters = [], requestBody } of operationsOf(document)) {
    for (const parameter of parameters) if (parameter.schema) parameter.schema = plain(parameter.schema);
    const { $ref } = requestBody?.content['multipart/form-data']?.schema ?? {};
    const { properties = {} } = ($ref && document.components.schemas[namedBy($ref)]) || {};
    for (const [name, property] of Object.entries(properties)) properties[name] = plain(property);
  }
};

const inCapitals = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();

/** Go's constants share one scope: the values of a list get names of their own where an earlier list has one of them. */
export const nameSharedValues = ({ components: { schemas } }: Described): void => {
  const taken = new Set<string>();
  for (const [name, schema] of Object.entries(schemas)) {
    const values = (schema.enum ?? []).filter((value) => value !== null).map(String);
    const prefix = values.some((value) => taken.has(value.toLowerCase())) ? `${inCapitals(name)}_` : undefined;
    if (prefix) schema['x-enum-varnames'] = values.map((value) => prefix + inCapitals(value));
    for (const value of values) taken.add(value.toLowerCase());
  }
};
