import * as z from 'zod';

const Parameter = z.object({
  in: z.enum(['path', 'query', 'header', 'cookie']),
  name: z.string(),
  required: z.boolean().default(false),
  description: z.string().default(''),
  example: z.unknown().optional(),
});
const Media = z.object({ example: z.unknown().optional() });
const Described = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string().default(''),
  tags: z.array(z.string()).min(1),
  security: z.array(z.record(z.string(), z.unknown())).optional(),
  parameters: z.array(z.unknown()).default([]),
  requestBody: z.object({ content: z.record(z.string(), Media) }).optional(),
});
const Document = z.object({
  info: z.object({ title: z.string(), description: z.string().default('') }),
  paths: z.record(z.string(), z.record(z.string(), Described)),
  components: z.object({ parameters: z.record(z.string(), z.unknown()).default({}) }),
});

/** A value of a request; optional ones are included but disabled. */
export interface SampleValue {
  name: string;
  value: string;
  description: string;
  required: boolean;
}

/** A sample request for one operation, to be sent manually. */
export interface SampleRequest {
  id: string;
  name: string;
  description: string;
  folder: string;
  method: string;
  /** For example `/api/v1/tasks/{id}`. */
  path: string;
  isPublic: boolean;
  parameters: Record<'path' | 'query' | 'header', SampleValue[]>;
  /** The example of the body; undefined if there is no body. */
  json: unknown;
  /** Whether the operation accepts a file in a form. */
  takesForm: boolean;
}

const textOf = (example: unknown): string =>
  example === undefined ? '' : typeof example === 'string' ? example : JSON.stringify(example);

/**
 * Returns the sample requests of an OpenAPI document, in its order.
 * @throws ZodError for anything but OpenAPI 3.0 as served
 */
export const sampleRequests = (document: unknown): { title: string; requests: SampleRequest[] } => {
  const { info, paths, components } = Document.parse(document);
  const resolved = (given: unknown): z.output<typeof Parameter> => {
    const reference = z.object({ $ref: z.string() }).safeParse(given);
    return Parameter.parse(
      reference.success ? components.parameters[reference.data.$ref.split('/').at(-1) as string] : given,
    );
  };
  const requests = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): SampleRequest => {
      const all = operation.parameters.map(resolved);
      const at = (place: 'path' | 'query' | 'header'): SampleValue[] =>
        all
          .filter((each) => each.in === place)
          .map(({ name, example, description, required }) => ({ name, value: textOf(example), description, required }));
      const content = operation.requestBody?.content ?? {};
      return {
        id: operation.operationId,
        name: operation.summary,
        description: operation.description,
        folder: operation.tags[0] as string,
        method: method.toUpperCase(),
        path,
        isPublic: operation.security?.length === 0,
        parameters: { path: at('path'), query: at('query'), header: at('header') },
        json: content['application/json']?.example,
        takesForm: 'multipart/form-data' in content,
      };
    }),
  );
  return { title: info.title, requests };
};
