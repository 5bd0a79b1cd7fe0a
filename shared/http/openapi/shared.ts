import * as z from 'zod';
import type { ZodOpenApiObject } from 'zod-openapi';
import { SCOPE_DEFINITIONS } from '../../domain/access/scopes.ts';
import { codesOf, documentationOf, ERROR_CODES, type ErrorCode, locOf } from '../error-codes.ts';

/**
 * What the operations of the OpenAPI document share: error bodies and responses, the headers of the rate limiter, and
 * the request headers that the HTTP layer reads itself.
 */

/** Relative to the address of the identity provider, which is prepended when the document is served. */
const AUTHORIZE_PATH = '/oauth/authorize';
const TOKEN_PATH = '/oauth/token';

const scopeMeanings = Object.fromEntries(
  Object.entries(SCOPE_DEFINITIONS).map(([scope, { meaning }]) => [scope, meaning]),
);
const IDENTITY_SCOPES = { openid: 'Who you are', profile: 'Your name', email: 'Your e-mail address' };

const code = (example: ErrorCode) =>
  z.string().meta({ description: 'The kind of error, stable, for programs', example });
const REQUEST_ID = 'JKJaXmPLvHcESHA=';
const request_id = z.string().meta({ description: 'Identifies the request, like `X-Request-Id`', example: REQUEST_ID });

const documentation_url = z.string().meta({
  description: 'The description of `code` in the reference, relative to the address of the service',
  example: documentationOf('not_found'),
});
const loc = z.array(z.string()).meta({
  description:
    'body, query, path or header, followed by the path to the field; empty if no particular part is at fault',
  example: ['path', 'document_id'],
});

const ErrorBody = z
  .object({
    detail: z.string().meta({ description: 'What went wrong, for people', example: 'Not Found' }),
    code: code('not_found'),
    loc,
    request_id,
    documentation_url,
  })
  .meta({ id: 'Error', description: 'Every error that is not a validation failure' });

const ProblemBody = z
  .object({
    loc: z.array(z.string()).meta({
      description: 'body, query, path or header, followed by the path to the field',
      example: ['body', 'title'],
    }),
    msg: z.string().meta({ example: 'Field required' }),
    type: z.string().meta({ description: 'The kind of problem, stable, for programs', example: 'missing' }),
  })
  .meta({ id: 'Problem' });

const ValidationBody = z
  .object({ detail: z.array(ProblemBody), code: code('validation_failed'), request_id, documentation_url })
  .meta({ id: 'ValidationError' });

const integer = (description: string, example: number) => ({
  description,
  schema: { type: 'integer' as const, example },
});

const header = (name: string) => ({ $ref: `#/components/headers/${name}` });

export const RATE_LIMIT_HEADERS = {
  'X-RateLimit-Limit': header('X-RateLimit-Limit'),
  'X-RateLimit-Remaining': header('X-RateLimit-Remaining'),
  'X-RateLimit-Reset': header('X-RateLimit-Reset'),
};
/** Headers of every response. */
export const ANSWER_HEADERS = { 'X-Request-Id': header('X-Request-Id') };
/** Headers of every response of a deprecated operation. */
export const DEPRECATION_HEADERS = {
  Deprecation: {
    description: 'Since when the operation is deprecated (RFC 9745)',
    schema: { type: 'string' as const },
  },
  Sunset: { description: 'When the operation is removed (RFC 8594)', schema: { type: 'string' as const } },
};
/** Headers of responses to requests that may have an `Idempotency-Key`. */
export const REPLAYED_HEADER = { 'Idempotent-Replayed': header('Idempotent-Replayed') };
const json = (schema: z.ZodType, example?: object) => ({
  headers: ANSWER_HEADERS,
  content: { 'application/json': { schema, ...(example && { example }) } },
});

/** Returns the common form of an error, with an example for the status. */
const errorBody = (status: number) => {
  const [code] = codesOf(status);
  if (!code) throw new Error(`There is no error code for the status ${status}`);
  const { meaning } = ERROR_CODES[code];
  return json(ErrorBody, {
    detail: meaning,
    code,
    loc: [...locOf(code)],
    request_id: REQUEST_ID,
    documentation_url: documentationOf(code),
  });
};
const RETRY_AFTER = { 'Retry-After': header('Retry-After') };

/** Statuses with the same response throughout the interface, and the name of that response. */
export const SHARED_RESPONSES: Readonly<Record<number, string>> = {
  304: 'NotModified',
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  413: 'TooLarge',
  415: 'UnsupportedMediaType',
  422: 'ValidationFailed',
  429: 'TooManyRequests',
  431: 'HeadersTooLarge',
  500: 'InternalError',
  502: 'BadGateway',
  503: 'Unavailable',
  504: 'GatewayTimeout',
};

/** Returns the description of a response of that status, with the codes it may carry. */
const described = (status: number, description: string): string =>
  `${description}. \`code\`: ${codesOf(status)
    .map((each) => `\`${each}\` (${ERROR_CODES[each].meaning})`)
    .join(', ')}.`;

const tag = { type: 'string' as const, example: '"5"' };

export const sharedComponents: NonNullable<ZodOpenApiObject['components']> = {
  securitySchemes: {
    oauth2: {
      type: 'oauth2',
      description:
        'The authorization code flow of the identity provider, with PKCE, for people; client credentials for service ' +
        'accounts, where the identity provider offers them. A token without a scope of this service has what its roles ' +
        'give.',
      flows: {
        authorizationCode: {
          authorizationUrl: AUTHORIZE_PATH,
          tokenUrl: TOKEN_PATH,
          refreshUrl: TOKEN_PATH,
          scopes: { ...IDENTITY_SCOPES, ...scopeMeanings },
        },
        clientCredentials: { tokenUrl: TOKEN_PATH, scopes: scopeMeanings },
      },
    },
    bearer: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description:
        'An access token (RFC 9068, typ at+jwt) of the identity provider; its lifetime is 60 minutes by default.',
    },
    apiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Api-Key',
      description: 'A key for the documentation export, issued and revoked by the operator of the service.',
    },
  },
  headers: {
    'X-RateLimit-Limit': integer('Requests allowed in the window that is closest to its limit', 100),
    'X-RateLimit-Remaining': integer('Requests left in that window', 97),
    'X-RateLimit-Reset': integer('When that window ends, in Unix seconds', 1790000000),
    'Retry-After': integer('Seconds to wait before retrying', 1),
    'X-Request-Id': {
      description: 'Identifies the request: quote it to support',
      schema: { type: 'string' as const, example: REQUEST_ID },
    },
    'Idempotent-Replayed': {
      description: 'Present if the response is that of an earlier request with the same `Idempotency-Key`',
      schema: { type: 'string' as const, enum: ['true'], example: 'true' },
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Makes a retry safe: for 24 hours the same key returns the same response (with `Idempotent-Replayed: true`). ' +
        'A different request with the same key gets 422; while the first is still running, 409.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      description:
        'The `ETag` of the version to change, such as `"5"`; another current version is 409. `*` or nothing changes any ' +
        'version.',
      schema: { type: 'string' },
    },
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      description:
        'The `ETag` of a version at hand, such as `"5"`; 304 without a body where it is current and the response ' +
        'contains nothing but the record.',
      schema: { type: 'string' },
    },
  },
  responses: {
    NotModified: {
      description: 'The version in `If-None-Match` is current',
      headers: { ETag: { description: 'That version', schema: tag }, ...ANSWER_HEADERS },
    },
    BadRequest: { description: described(400, 'The request cannot be parsed'), ...errorBody(400) },
    Unauthorized: {
      ...errorBody(401),
      description: described(401, 'The token is missing, invalid or expired'),
      headers: { 'WWW-Authenticate': { description: 'Bearer', schema: { type: 'string' } }, ...ANSWER_HEADERS },
    },
    Forbidden: {
      description: described(403, "The token's role, scope or organization does not permit this"),
      ...errorBody(403),
    },
    NotFound: {
      description: described(404, 'The record does not exist, or you have no access to it'),
      ...errorBody(404),
    },
    Conflict: { description: described(409, 'The state of the record does not allow this'), ...errorBody(409) },
    TooLarge: {
      description: described(413, 'The body is too large; `detail` refers to POST /api/v1/uploads'),
      ...errorBody(413),
    },
    UnsupportedMediaType: { description: described(415, 'The content type is not accepted'), ...errorBody(415) },
    ValidationFailed: {
      description: described(422, 'Parameters, headers or body are not valid'),
      ...json(ValidationBody),
    },
    TooManyRequests: {
      ...errorBody(429),
      description: described(429, 'The rate limit is exceeded'),
      headers: { ...RETRY_AFTER, ...RATE_LIMIT_HEADERS, ...ANSWER_HEADERS },
    },
    HeadersTooLarge: {
      description:
        'The headers are larger than the gateway accepts (10 KB in the cloud, 16 KB on one machine); the gateway responds itself',
    },
    InternalError: { description: described(500, 'An internal error of the service'), ...errorBody(500) },
    BadGateway: { description: described(502, 'A third party failed'), ...errorBody(502) },
    Unavailable: {
      ...errorBody(503),
      description: described(503, 'Part of the service is down or throttled'),
      headers: { ...RETRY_AFTER, ...ANSWER_HEADERS },
    },
    GatewayTimeout: { description: described(504, 'A third party did not respond in time'), ...errorBody(504) },
  },
};
