/** A JSON Schema in the dialect of OpenAPI 3.0, or a reference to one. */
export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  pattern?: string;
  description?: string;
  example?: unknown;
  default?: unknown;
  nullable?: boolean;
  enum?: unknown[];
  'x-enum-varnames'?: string[];
  title?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  discriminator?: { propertyName: string };
  minimum?: number;
  minLength?: number;
}

interface Content {
  schema: Schema;
  example?: unknown;
  examples?: unknown;
}

export interface Parameter {
  $ref?: string;
  name: string;
  required?: boolean;
  description?: string;
  example?: unknown;
  schema: Schema;
}

interface DescribedOperation {
  operationId: string;
  summary: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { content?: Record<string, Content> }>;
}

/** The parts of the document that the completing steps read. */
export interface Described {
  components: { schemas: Record<string, Schema>; responses?: Record<string, { content?: Record<string, Content> }> };
  paths: Record<string, Record<string, DescribedOperation>>;
}

const REFERENCE = '#/components/schemas/';
export const referenceTo = (name: string): Schema => ({ $ref: REFERENCE + name });
/** Returns the name of the schema that a reference points to. */
export const namedBy = ($ref: string): string => $ref.slice(REFERENCE.length);

export const operationsOf = ({ paths }: Described): DescribedOperation[] => Object.values(paths).flatMap(Object.values);

/** Returns every content of a document's bodies and responses, with a name for its schema if it has none. */
export const contentsOf = (
  document: Described,
): { content: Content; name: string; about: string; isRequest: boolean }[] =>
  operationsOf(document).flatMap(({ operationId, summary, requestBody, responses }) => {
    const operation = operationId.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
    const of = (contents: Record<string, Content> | undefined, suffix: string, about: string, isRequest: boolean) =>
      Object.entries(contents ?? {}).map(([type, content]) => ({
        content,
        name: operation + (type.startsWith('multipart/') ? 'Form' : suffix),
        about: `${about}: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`,
        isRequest,
      }));
    return [
      // Generators create types named after the operation with the suffixes `Request`, `Response` and `Result`.
      ...of(requestBody?.content, 'Body', 'Request', true),
      ...Object.values(responses).flatMap(({ content }) => of(content, 'Output', 'Response', false)),
    ];
  });

/** Returns the schemas nested in a schema, each with a function that replaces it. */
export const innerSchemas = (schema: Schema): { inner: Schema; replace: (by: Schema) => void }[] => {
  const { properties = {}, items, additionalProperties } = schema;
  const lists = [schema.allOf, schema.anyOf, schema.oneOf].filter((list) => list !== undefined);
  return [
    ...Object.entries(properties).map(([name, inner]) => ({
      inner,
      replace: (by: Schema) => {
        properties[name] = by;
      },
    })),
    ...(items
      ? [
          {
            inner: items,
            replace: (by: Schema) => {
              schema.items = by;
            },
          },
        ]
      : []),
    ...(typeof additionalProperties === 'object'
      ? [
          {
            inner: additionalProperties,
            replace: (by: Schema) => {
              schema.additionalProperties = by;
            },
          },
        ]
      : []),
    ...lists.flatMap((list) =>
      list.map((inner, i) => ({
        inner,
        replace: (by: Schema) => {
          list[i] = by;
        },
      })),
    ),
  ];
};
