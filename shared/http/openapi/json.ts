/** A JSON Schema as OpenAPI 3.0 has it, or a reference to one. */
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

/** The finished document as far as the steps that complete it read it. */
export interface Described {
  components: { schemas: Record<string, Schema>; responses?: Record<string, { content?: Record<string, Content> }> };
  paths: Record<string, Record<string, DescribedOperation>>;
}

const REFERENCE = '#/components/schemas/';
export const referenceTo = (name: string): Schema => ({ $ref: REFERENCE + name });
/** The name of the schema that a reference names. */
export const namedBy = ($ref: string): string => $ref.slice(REFERENCE.length);

export const operationsOf = ({ paths }: Described): DescribedOperation[] => Object.values(paths).flatMap(Object.values);

/** Every content of a document's bodies and answers, with the name of its schema where that has none of its own. */
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
      // Generators make types of their own that are named after the operation and `Request`, `Response` or `Result`.
      ...of(requestBody?.content, 'Body', 'What is sent', true),
      ...Object.values(responses).flatMap(({ content }) => of(content, 'Output', 'What is answered', false)),
    ];
  });

/** The schemas that stand inside a schema, each with the way to put another one in its place. */
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
