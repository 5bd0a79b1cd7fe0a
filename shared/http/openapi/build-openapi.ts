import * as z from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import { VERSION } from '../../version.ts';
import { ERROR_CODES } from '../error-codes.ts';
import type { MultipartForm, Operation, ResponseSpec } from '../operation.ts';
import { describeFields } from './describe-fields.ts';
import { addExamples } from './examples.ts';
import {
  adaptToGenerators,
  describeOneOfTwoIdentifiers,
  makeNullableEnumsOptional,
  nameDiscriminators,
  nameSharedValues,
  nameSimilarValues,
  simplifyReferences,
} from './for-generators.ts';
import type { Described } from './json.ts';
import { nameSchemas } from './name-schemas.ts';
import {
  ANSWER_HEADERS,
  DEPRECATION_HEADERS,
  RATE_LIMIT_HEADERS,
  REPLAYED_HEADER,
  SHARED_RESPONSES,
  sharedComponents,
} from './shared.ts';

const errorSections = Object.entries(ERROR_CODES)
  .map(([code, { status, meaning }]) => `\n## ${code}\n\nStatus ${status}: ${meaning}.`)
  .join('\n');

const DESCRIPTION = `Construction project data over HTTP: documents with their drawings, and the records that belong to them.

Requests carry \`Authorization: Bearer\` and a token of the identity provider. Each user has 100 requests a minute,
5,000 an hour and 10 at the same time; every response reports what is left. Errors have a JSON body with
\`detail\` for people, a stable \`code\` for programs and the \`request_id\`.

Requests that the gateway rejects itself (a body above 10 MB, too many requests of all callers together, a
function that cannot start) get 413, 429 or 503 with \`message\` alone.

Unknown fields of a body are rejected. Unknown query parameters are ignored, and the
response lists them in \`Ignored-Parameters\`; with \`Prefer: handling=strict\` (RFC 7240) they are rejected (422).

Every \`GET\` also supports \`HEAD\`.

The version is part of the path. After a breaking change the previous version is served for at least 12 months.

# Errors
${errorSections}`;

/** An OpenAPI 3.0 document, as JSON. */
export type OpenApiDocument = Record<string, unknown>;

const requirements = ({ auth }: Operation): string => {
  if (auth === 'public') return 'Requires no token.';
  const needed = `Requires the role \`${auth.role}\` and the scope \`${auth.scope}\``;
  return auth.apiKey ? `${needed}, or a valid \`X-Api-Key\`.` : `${needed}.`;
};

const deprecationNote = (deprecated: Operation['deprecated']): string =>
  deprecated
    ? `\n\nDeprecated since ${deprecated.since}, removed after ${deprecated.sunset}: use ${deprecated.use} instead.`
    : '';

const securityOf = (auth: Operation['auth']): ZodOpenApiOperationObject['security'] => {
  if (auth === 'public') return [];
  return [{ bearer: [] }, { oauth2: [auth.scope] }, ...(auth.apiKey ? [{ apiKey: [] }] : [])];
};

/** Returns true if a GET of the operation can be answered with 304. */
const isRevalidated = ({ method, responses: { 200: ok } }: Operation): boolean =>
  method === 'GET' && ok?.headers?.ETag !== undefined && !ok.containsMore;

const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` });

const sharedParameters = (operation: Operation) => {
  if (operation.method === 'POST') return operation.auth === 'public' ? [] : [parameter('IdempotencyKey')];
  if (operation.method === 'GET') return isRevalidated(operation) ? [parameter('IfNoneMatch')] : [];
  return [parameter('IfMatch')];
};

const formSchema = ({ file, fields }: MultipartForm): z.ZodObject =>
  fields.extend({
    [file]: z.string().meta({ description: 'The file', override: { type: 'string', format: 'binary' } }),
  });

const requestBody = ({ body, multipart }: Operation): ZodOpenApiOperationObject['requestBody'] => {
  if (!body && !multipart) return undefined;
  return {
    required: multipart !== undefined || !body?.safeParse(undefined).success,
    content: {
      // Most generators use only the first content type, and only a form can carry a file.
      ...(multipart && { 'multipart/form-data': { schema: formSchema(multipart) } }),
      ...(body && { 'application/json': { schema: body } }),
    },
  };
};

const response = (spec: ResponseSpec, { auth, method, deprecated }: Operation): ZodOpenApiResponseObject => {
  const isPublic = auth === 'public';
  const declared = { ...(spec.location && { Location: `\`${spec.location}\`` }), ...spec.headers };
  const own = Object.entries(declared).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' as const, ...(name === 'ETag' && { example: '"5"' }) } },
  ]);
  const headers = {
    ...Object.fromEntries(own),
    ...(isPublic ? {} : RATE_LIMIT_HEADERS),
    ...(!isPublic && method === 'POST' ? REPLAYED_HEADER : {}),
    ...(deprecated && DEPRECATION_HEADERS),
    ...ANSWER_HEADERS,
  };
  return {
    description: spec.description,
    headers,
    ...(spec.schema && { content: { [spec.contentType ?? 'application/json']: { schema: spec.schema } } }),
  };
};

/**
 * Returns the statuses with which the HTTP layer can respond before the operation runs, from the operation's
 * declaration.
 */
const httpLayerStatuses = (operation: Operation): number[] => {
  const { auth, method, params, query, headers, body, multipart } = operation;
  const isPublic = auth === 'public';
  const hasBody = body ?? multipart;
  return [
    ...(isRevalidated(operation) ? [304] : []),
    // An If-Match that cannot be parsed.
    ...(['PUT', 'PATCH', 'DELETE'].includes(method) ? [400] : []),
    ...(isPublic ? [] : [401, 403]),
    // An Idempotency-Key in use by a running request.
    ...(method === 'POST' && !isPublic ? [409] : []),
    ...(hasBody ? [413, 415] : []),
    ...((params ?? query ?? headers ?? hasBody) || !isPublic ? [422] : []),
    ...(isPublic ? [] : [429]),
    // Headers larger than the gateway accepts.
    431,
    500,
    503,
  ];
};

const responses = (operation: Operation): ZodOpenApiOperationObject['responses'] => {
  const all: Record<string, ZodOpenApiResponseObject | { $ref: string }> = {};
  for (const status of [...httpLayerStatuses(operation), ...(operation.errors ?? [])]) {
    all[status] = { $ref: `#/components/responses/${SHARED_RESPONSES[status]}` };
  }
  for (const [status, spec] of Object.entries(operation.responses)) all[status] = response(spec, operation);
  if (!Object.keys(operation.responses).some((status) => status.startsWith('2'))) {
    all.default = { description: 'The response of the address to which this one redirects' };
  }
  return all as ZodOpenApiOperationObject['responses'];
};

const describe = (operation: Operation): ZodOpenApiOperationObject => {
  const { id, tag, summary, description, auth, params, query, headers, deprecated } = operation;
  const parameters = sharedParameters(operation);
  const body = requestBody(operation);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(deprecated && { deprecated: true }),
    description: `${description}\n\n${requirements(operation)}${deprecationNote(deprecated)}`,
    security: securityOf(auth),
    ...((params ?? query ?? headers) && {
      requestParams: { ...(params && { path: params }), ...(query && { query }), ...(headers && { header: headers }) },
    }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: responses(operation),
  };
};

/**
 * In OpenAPI 3.0, null is valid for an enumeration only if the list contains it, regardless of `nullable` (3.0.3,
 * proposal 2019-10-31).
 */
const addNullToEnums = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(addNullToEnums);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, addNullToEnums(each)]));
  if (copy.nullable === true && Array.isArray(copy.enum)) copy.enum = [...new Set([...copy.enum, null])];
  return copy;
};

/** Returns the tags of the operations in the order of their purposes, followed by those without one. */
const tagsOf = (operations: readonly Operation[], purposes: Readonly<Record<string, string>>) => {
  const used = new Set(operations.map(({ tag }) => tag));
  const known = Object.keys(purposes).filter((name) => used.has(name));
  return [...new Set([...known, ...used])].map((name) => {
    const description = purposes[name];
    return description === undefined ? { name } : { name, description };
  });
};

/**
 * Builds the OpenAPI 3.0 document of the operations, in the order of the registry.
 * @param purposes the purpose of each tag, in the order of the reference pages
 * @throws Error that names a schema which OpenAPI cannot express
 */
export const buildOpenApi = (
  operations: readonly Operation[],
  purposes: Readonly<Record<string, string>> = {},
): OpenApiDocument => {
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: describe(operation) };
  }
  const document = createDocument(
    {
      openapi: '3.0.3',
      info: {
        title: 'Construction documents',
        version: VERSION,
        description: DESCRIPTION,
        contact: { name: 'Operator of this service' },
        license: { name: 'Proprietary', url: 'https://choosealicense.com/no-permission/' },
      },
      servers: [{ url: '/', description: 'This service' }],
      tags: tagsOf(operations, purposes),
      components: sharedComponents,
      paths,
    },
    { allowEmptySchema: { unknown: true, any: true } },
  );
  // Converted to JSON, so that tests see exactly what clients receive.
  const described = addNullToEnums(JSON.parse(JSON.stringify(document))) as Described & OpenApiDocument;
  adaptToGenerators(described);
  nameSchemas(described);
  makeNullableEnumsOptional(described);
  nameDiscriminators(described);
  nameSharedValues(described);
  nameSimilarValues(described);
  describeFields(described);
  simplifyReferences(described);
  addExamples(described);
  describeOneOfTwoIdentifiers(described);
  return described;
};
