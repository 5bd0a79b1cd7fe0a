import * as z from 'zod';
import type { ZodOpenApiObject } from 'zod-openapi';
import { SCOPE_DEFINITIONS } from '../../domain/access/scopes.ts';
import { codesOf, documentationOf, ERROR_CODES, type ErrorCode, locOf } from '../error-codes.ts';

/**
 * What the operations of the OpenAPI document share: error shapes and answers, the headers of the rate limiter, and
 * the request headers that the HTTP layer reads itself.
 */

/** Below the address of the identity provider, as the interface has them; served with that address before them. */
const AUTHORIZE_PATH = '/oauth/authorize';
const TOKEN_PATH = '/oauth/token';

const scopeMeanings = Object.fromEntries(
  Object.entries(SCOPE_DEFINITIONS).map(([scope, { meaning }]) => [scope, meaning]),
);
const IDENTITY_SCOPES = { openid: 'Who you are', profile: 'Your name', email: 'Your e-mail address' };

const code = (example: ErrorCode) =>
  z.string().meta({ description: 'A stable name of the kind of error, for programs', example });
const REQUEST_ID = 'JKJaXmPLvHcESHA=';
const request_id = z.string().meta({ description: 'Names the request, as `X-Request-Id` does', example: REQUEST_ID });

const documentation_url = z.string().meta({
  description: 'Where the reference describes `code`, relative to the address of the service',
  example: documentationOf('not_found'),
});
const loc = z.array(z.string()).meta({
  description:
    'body, query, path or header, then the way to the field; empty where it is no certain part of the request',
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
    loc: z
      .array(z.string())
      .meta({ description: 'body, query, path or header, then the way to the field', example: ['body', 'title'] }),
    msg: z.string().meta({ example: 'Field required' }),
    type: z.string().meta({ description: 'A stable name of the kind of failure', example: 'missing' }),
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
/** Of every answer. */
export const ANSWER_HEADERS = { 'X-Request-Id': header('X-Request-Id') };
/** Of every answer of an operation that is to go. */
export const DEPRECATION_HEADERS = {
  Deprecation: {
    description: 'Since when it is not to be used any more (RFC 9745)',
    schema: { type: 'string' as const },
  },
  Sunset: { description: 'When it goes (RFC 8594)', schema: { type: 'string' as const } },
};
/** Of answers to requests that may have had an `Idempotency-Key`. */
export const REPLAYED_HEADER = { 'Idempotent-Replayed': header('Idempotent-Replayed') };
const json = (schema: z.ZodType, example?: object) => ({
  headers: ANSWER_HEADERS,
  content: { 'application/json': { schema, ...(example && { example }) } },
});

/** The one shape of an error, with an example of its status. */
const errorBody = (status: number) => {
  const [code] = codesOf(status);
  if (!code) throw new Error(`There is no code of the status ${status}`);
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

/** Statuses that have one shape in the whole interface, and the name of their shared answer. */
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

/** What an answer of that status says, and the codes it may carry. */
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
        'The authorization code flow of the identity provider, with PKCE. A token without a scope of this service has ' +
        'what its roles give.',
      flows: {
        authorizationCode: {
          authorizationUrl: AUTHORIZE_PATH,
          tokenUrl: TOKEN_PATH,
          refreshUrl: TOKEN_PATH,
          scopes: { ...IDENTITY_SCOPES, ...scopeMeanings },
        },
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
      description: 'A key of the documentation export, which the operator of the service makes and revokes.',
    },
  },
  headers: {
    'X-RateLimit-Limit': integer('Requests allowed in the window that is nearest to its end of requests', 100),
    'X-RateLimit-Remaining': integer('Requests left in that window', 97),
    'X-RateLimit-Reset': integer('When that window ends, as a Unix timestamp', 1790000000),
    'Retry-After': integer('Seconds to wait before trying again', 1),
    'X-Request-Id': {
      description: 'Names the request: tell it to support',
      schema: { type: 'string' as const, example: REQUEST_ID },
    },
    'Idempotent-Replayed': {
      description: 'Present where the answer is that of an earlier request with the same `Idempotency-Key`',
      schema: { type: 'string' as const, enum: ['true'], example: 'true' },
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Makes a retry safe: for 24 hours the same key gives the same answer (with `Idempotent-Replayed: true`). ' +
        'Another request under the same key is 422, one that is still running 409.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      description:
        'The `ETag` of the version to change; another current version is 409. `*` or nothing changes any version.',
      schema: tag,
    },
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      description: 'The `ETag` of a version at hand; 304 without a body where it is current.',
      schema: tag,
    },
  },
  responses: {
    NotModified: {
      description: 'The version of `If-None-Match` is current',
      headers: { ETag: { description: 'That version', schema: tag }, ...ANSWER_HEADERS },
    },
    BadRequest: { description: described(400, 'The request cannot be read'), ...errorBody(400) },
    Unauthorized: {
      ...errorBody(401),
      description: described(401, 'The token is missing, invalid or expired'),
      headers: { 'WWW-Authenticate': { description: 'Bearer', schema: { type: 'string' } }, ...ANSWER_HEADERS },
    },
    Forbidden: {
      description: described(403, "The token's role, scope or organization does not reach"),
      ...errorBody(403),
    },
    NotFound: { description: described(404, 'There is no such record, or it is not yours'), ...errorBody(404) },
    Conflict: { description: described(409, 'The state of the record does not allow this'), ...errorBody(409) },
    TooLarge: {
      description: described(413, 'The body is too large; `detail` names POST /api/v1/uploads'),
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
        'The headers are larger than the gateway takes (10 KB in the cloud, 16 KB on one machine), which answers so itself',
    },
    InternalError: { description: described(500, 'A fault of the service'), ...errorBody(500) },
    BadGateway: { description: described(502, 'A third party failed'), ...errorBody(502) },
    Unavailable: {
      ...errorBody(503),
      description: described(503, 'A part of the service is down or throttled'),
      headers: { ...RETRY_AFTER, ...ANSWER_HEADERS },
    },
    GatewayTimeout: { description: described(504, 'A third party did not answer in time'), ...errorBody(504) },
  },
};
