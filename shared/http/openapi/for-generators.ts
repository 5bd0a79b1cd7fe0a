import { contentsOf, type Described, innerSchemas, namedBy, operationsOf, referenceTo, type Schema } from './json.ts';

/** Marks a body field that is accepted with any value and set by the server. */
export const SERVER_OWNED = 'x-server-owned';

const remove = (schema: Schema, name: string): void => {
  delete schema.properties?.[name];
  if (schema.required) schema.required = schema.required.filter((each) => each !== name);
};

/** Describes two names of one value as one field, `id`, since generators create the same accessor for both. */
const describeOneIdentifier = (schema: Schema): void => {
  const { _id, id } = schema.properties ?? {};
  if (!_id || !id) return;
  remove(schema, '_id');
  id.description = `${id.description ?? 'The identifier of the record'}; also returned as \`_id\``;
  // The response contains more than is described, which strict clients must accept.
  schema.additionalProperties = true;
};

/** Removes patterns of date-times and integers, which generated code parses before it would match them. */
const describeByType = (schema: Schema): void => {
  if (schema.format === 'date-time' || schema.type === 'integer') delete schema.pattern;
};

/** Joins several patterns of one text, since generators take the members of `allOf` for several types. */
const joinPatterns = (schema: Schema): void => {
  const patterns = schema.allOf?.flatMap(({ pattern }) => pattern ?? []) ?? [];
  if (patterns.length === 0 || patterns.length !== schema.allOf?.length) return;
  schema.pattern = `^${patterns.map((pattern) => `(?=${pattern})`).join('')}`;
  delete schema.allOf;
};

/** Removes the type of a union, which follows from its members. */
const untypeUnions = (schema: Schema): void => {
  if (schema.oneOf) delete schema.type;
};

const everySchema = (schema: Schema, visit: (each: Schema) => void): void => {
  visit(schema);
  for (const { inner } of innerSchemas(schema)) everySchema(inner, visit);
};

/** Removes server-owned fields from the description of bodies; they are still accepted. */
const hideServerOwned = (schema: Schema): void => {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (SERVER_OWNED in property) remove(schema, name);
  }
};

/** Visits every schema of the components, bodies and responses, including nested ones. */
const visitAll = (document: Described, visit: (schema: Schema, isRequest: boolean) => void): void => {
  for (const schema of Object.values(document.components.schemas)) everySchema(schema, (each) => visit(each, false));
  for (const { content, isRequest } of contentsOf(document)) {
    everySchema(content.schema, (each) => visit(each, isRequest));
  }
};

/** Rewrites what generators would turn into code that does not compile or run. Runs before schemas are named. */
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

/** Runs after the examples have been made, since these contain both names. */
export const describeOneOfTwoIdentifiers = (document: Described): void => visitAll(document, describeOneIdentifier);

/**
 * Describes an enumeration that contains null as optional: openapi-generator's Java code validates a required one as
 * text and fails on null.
 */
export const makeNullableEnumsOptional = ({ components: { schemas } }: Described): void => {
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

/**
 * Replaces an `allOf` with a single reference by the reference, since openapi-generator otherwise loses the type of
 * enumerations in forms and parameters.
 */
export const simplifyReferences = (document: Described): void => {
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

/**
 * Gives names to the values that distinguish the members of a union, because openapi-generator's Go client checks only
 * the values of named enumerations, and would otherwise match one value to several members.
 */
export const nameDiscriminators = ({ components: { schemas } }: Described): void => {
  for (const { discriminator, oneOf = [] } of Object.values(schemas)) {
    if (!discriminator) continue;
    const { propertyName } = discriminator;
    for (const { $ref = '' } of oneOf) {
      const { properties } = schemas[namedBy($ref)] ?? {};
      const values = properties?.[propertyName];
      if (!properties || !values?.enum) continue;
      const name = `${namedBy($ref)}${propertyName.charAt(0).toUpperCase()}${propertyName.slice(1)}`;
      schemas[name] = values;
      properties[propertyName] = { description: values.description ?? '', allOf: [referenceTo(name)] };
    }
  }
};

const isDistinct = (names: readonly string[]): boolean => new Set(names).size === names.length;

/** Names made of ASCII letters alone would be the same for `m` and `m²`: such values get names of their own. */
export const nameSimilarValues = (document: Described): void =>
  visitAll(document, (schema) => {
    const values = (schema.enum ?? []).filter((value) => value !== null).map(String);
    const inAscii = (value: string): string => value.replace(/[^\w]/g, '_').replace(/_+$/, '').toUpperCase();
    if (isDistinct(values.map(inAscii))) return;
    schema['x-enum-varnames'] = values.map((value) => inAscii(value.normalize('NFKC')));
  });

/**
 * Gives the values of an enumeration prefixed names if an earlier enumeration shares one of them, since Go's constants
 * share one scope.
 */
export const nameSharedValues = ({ components: { schemas } }: Described): void => {
  const taken = new Set<string>();
  for (const [name, schema] of Object.entries(schemas)) {
    const values = (schema.enum ?? []).filter((value) => value !== null).map(String);
    const prefix = values.some((value) => taken.has(value.toLowerCase())) ? `${inCapitals(name)}_` : undefined;
    if (prefix) schema['x-enum-varnames'] = values.map((value) => prefix + inCapitals(value));
    for (const value of values) taken.add(value.toLowerCase());
  }
};
