import type { Caller, Scope } from '../../../shared/domain/access/caller.ts';
import { TOOLS, type Tool } from './tools.ts';
import type { Json } from './types.ts';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Json;
}

/** A tool with what the description of the interface says of its operation. */
export interface CataloguedTool {
  tool: Tool;
  name: string;
  title: string;
  description: string;
  /** JSON schema of the arguments. */
  inputSchema: { type: 'object'; properties: Json; required: string[]; additionalProperties: false };
  method: string;
  path: string;
  /** Where each argument goes; those of the body are not named. */
  places: ReadonlyMap<string, 'path' | 'query'>;
  hasBody: boolean;
  scope: Scope;
}
/** An operation's place in the interface, for calls. */
export type Place = Pick<CataloguedTool, 'method' | 'path' | 'places' | 'hasBody'>;

/** The value that a reference within the document names. */
const resolved = (document: Json, value: Json): Json => {
  const { $ref } = value;
  if (typeof $ref !== 'string') return value;
  const steps = $ref.slice(2).split('/');
  return steps.reduce((at, step) => at[step] as Json, document);
};

/** OpenAPI 3.0's schema as JSON schema: references in place, `nullable` as a type, without what only readers need. */
const toJsonSchema = (document: Json, schema: Json, depth = 0): Json => {
  const { example, examples, nullable, $ref, ...own } = schema;
  if ($ref !== undefined) return depth > 8 ? {} : toJsonSchema(document, resolved(document, schema), depth + 1);
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner);
    if (typeof value !== 'object' || value === null) return value;
    return toJsonSchema(document, value as Json, depth + 1);
  };
  const copied = Object.fromEntries(
    Object.entries(own).map(([name, value]) => [
      name,
      // The names of properties are no keywords.
      name === 'properties'
        ? Object.fromEntries(Object.entries(value as Json).map(([property, each]) => [property, inner(each)]))
        : ['items', 'allOf', 'anyOf', 'oneOf', 'additionalProperties'].includes(name)
          ? inner(value)
          : value,
    ]),
  );
  return nullable === true && typeof copied.type === 'string' ? { ...copied, type: [copied.type, 'null'] } : copied;
};

/** The sentence of the interface that an agent needs; which role and scope is needed is shown by what is offered. */
const wordsOf = (description: string): string => description.split('\n\n')[0] ?? '';

interface Described {
  operation: Json;
  method: string;
  path: string;
  parameters: readonly Parameter[];
}

const findOperation = (document: Json, id: string): Described => {
  for (const [path, methods] of Object.entries(document.paths as Record<string, Json>)) {
    for (const [method, value] of Object.entries(methods)) {
      const operation = value as Json;
      if (operation.operationId !== id) continue;
      const parameters = ((operation.parameters ?? []) as Json[]).map((each) => resolved(document, each) as never);
      return { operation, method: method.toUpperCase(), path, parameters };
    }
  }
  throw new Error(`The interface has no operation ${id}`);
};

/** The schema of an operation's JSON body; undefined without one. */
const bodySchema = (document: Json, { operation }: Described): Json | undefined => {
  const { content } = resolved(document, (operation.requestBody ?? {}) as Json) as { content?: Record<string, Json> };
  const schema = content?.['application/json']?.schema as Json | undefined;
  return schema && toJsonSchema(document, schema);
};

const placeOf = ({ method, path, parameters }: Described, hasBody: boolean): Place => ({
  method,
  path,
  hasBody,
  places: new Map(
    parameters.flatMap(({ name, in: place }) => (place === 'path' || place === 'query' ? [[name, place]] : [])),
  ),
});

const describe = (document: Json, tool: Tool): CataloguedTool => {
  const described = findOperation(document, tool.operation);
  const { operation, parameters } = described;
  const offered = parameters.filter(
    ({ name, in: place }) => (place === 'path' || place === 'query') && tool.fixed?.[name] === undefined,
  );
  const body = bodySchema(document, described);
  const ofParameters = offered.map(({ name, schema = {}, description }) => [
    name,
    { ...toJsonSchema(document, schema), ...(description && { description }) },
  ]);
  const [, { oauth2: [scope] = [] } = {}] = operation.security as [unknown, { oauth2?: Scope[] }?];
  if (scope === undefined) throw new Error(`${tool.operation} needs no scope: it is no tool for agents`);
  return {
    tool,
    name: tool.name ?? tool.operation.replaceAll('-', '_'),
    title: String(operation.summary),
    description: tool.description ?? wordsOf(String(operation.description)),
    inputSchema: {
      type: 'object',
      properties: { ...Object.fromEntries(ofParameters), ...(body?.properties as Json), ...tool.arguments },
      required: [
        ...offered.filter(({ required }) => required).map(({ name }) => name),
        ...((body?.required ?? []) as string[]),
      ],
      additionalProperties: false,
    },
    ...placeOf(described, body !== undefined),
    scope,
  };
};

export interface Catalogue {
  tools: readonly CataloguedTool[];
  /** @throws Error where the interface has no such operation */
  place(operation: string): Place;
}

/** Every tool, made from the description of the interface. @throws Error naming an operation that it does not have */
export const catalogueOf = (document: Json): Catalogue => ({
  tools: TOOLS.map((tool) => describe(document, tool)),
  place: (operation) => {
    const described = findOperation(document, operation);
    return placeOf(described, described.operation.requestBody !== undefined);
  },
});

/** Whether a tool changes something. */
export const isWriting = ({ method }: Pick<CataloguedTool, 'method'>): boolean => method !== 'GET';

/** The tools of a caller: those that its scopes cover, and of those that write only what its token names in so many words. */
export const toolsOf = ({ tools }: Catalogue, caller: Pick<Caller, 'scopes' | 'isLimitedByScope'>): CataloguedTool[] =>
  tools.filter((tool) => caller.scopes.includes(tool.scope) && (!isWriting(tool) || caller.isLimitedByScope));
