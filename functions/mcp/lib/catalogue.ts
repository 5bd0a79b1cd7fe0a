import * as z from 'zod';
import type { Caller } from '../../../shared/domain/access/caller.ts';
import type { Scope } from '../../../shared/domain/access/scopes.ts';
import type { Json } from './call-types.ts';
import { TOOLS, type Tool } from './tools.ts';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Json;
}

/** A tool with the description of its operation from the OpenAPI document. */
export interface CataloguedTool {
  tool: Tool;
  name: string;
  title: string;
  description: string;
  /** JSON Schema of the arguments. */
  inputSchema: { type: 'object'; properties: Json; required: string[]; additionalProperties: false };
  method: string;
  path: string;
  /** Where each argument is sent; those of the body are not listed. */
  places: ReadonlyMap<string, 'path' | 'query'>;
  hasBody: boolean;
  scope: Scope;
}
/** How an operation is called. */
export type CallShape = Pick<CataloguedTool, 'method' | 'path' | 'places' | 'hasBody'>;

/** Resolves a reference within the document. */
const resolved = (document: Json, value: Json): Json => {
  const { $ref } = value;
  if (typeof $ref !== 'string') return value;
  const steps = $ref.slice(2).split('/');
  return steps.reduce((at, step) => at[step] as Json, document);
};

/**
 * Converts an OpenAPI 3.0 schema to JSON Schema: references are inlined, `nullable` becomes a type, examples are
 * dropped.
 */
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
      // Names of properties are not keywords.
      name === 'properties'
        ? Object.fromEntries(Object.entries(value as Json).map(([property, each]) => [property, inner(each)]))
        : ['items', 'allOf', 'anyOf', 'oneOf', 'additionalProperties'].includes(name)
          ? inner(value)
          : value,
    ]),
  );
  return nullable === true && typeof copied.type === 'string' ? { ...copied, type: [copied.type, 'null'] } : copied;
};

/**
 * Returns the first paragraph of a description. Agents do not need the required role and scope, because they see only
 * the tools that they may call.
 */
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

/** Returns the schema of an operation's JSON body; undefined without one. */
const bodySchema = (document: Json, { operation }: Described): Json | undefined => {
  const { content } = resolved(document, (operation.requestBody ?? {}) as Json) as { content?: Record<string, Json> };
  const schema = content?.['application/json']?.schema as Json | undefined;
  return schema && toJsonSchema(document, schema);
};

const placeOf = ({ method, path, parameters }: Described, hasBody: boolean): CallShape => ({
  method,
  path,
  hasBody,
  places: new Map(
    parameters.flatMap(({ name, in: place }) => (place === 'path' || place === 'query' ? [[name, place]] : [])),
  ),
});

/** Returns the JSON Schemas of the arguments that are not parameters of the tool's operation. */
const ownProperties = ({ arguments: own }: Tool): Json =>
  own ? ((z.toJSONSchema(own, { io: 'input' }).properties ?? {}) as Json) : {};

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
  if (scope === undefined) throw new Error(`${tool.operation} needs no scope: it cannot be a tool for agents`);
  return {
    tool,
    name: tool.name ?? tool.operation.replaceAll('-', '_'),
    title: String(operation.summary),
    description: tool.description ?? wordsOf(String(operation.description)),
    inputSchema: {
      type: 'object',
      properties: { ...Object.fromEntries(ofParameters), ...(body?.properties as Json), ...ownProperties(tool) },
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
  /** @throws Error if the API has no such operation */
  place(operation: string): CallShape;
}

/**
 * Builds every tool from the OpenAPI document.
 * @throws Error naming an operation that does not exist
 */
export const catalogueOf = (document: Json): Catalogue => ({
  tools: TOOLS.map((tool) => describe(document, tool)),
  place: (operation) => {
    const described = findOperation(document, operation);
    return placeOf(described, described.operation.requestBody !== undefined);
  },
});

/** Whether a tool changes data. */
export const isWriting = ({ method }: Pick<CataloguedTool, 'method'>): boolean => method !== 'GET';

/**
 * Returns the tools of a caller: those its scopes cover; of the writing ones only those whose scope its token names
 * explicitly.
 */
export const toolsOf = ({ tools }: Catalogue, caller: Pick<Caller, 'scopes' | 'isLimitedByScope'>): CataloguedTool[] =>
  tools.filter((tool) => caller.scopes.includes(tool.scope) && (!isWriting(tool) || caller.isLimitedByScope));
