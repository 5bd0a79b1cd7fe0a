import { isDeepStrictEqual } from 'node:util';
import { Forbidden, NotFound } from '../domain/errors.ts';
import { toAnswer } from './error-answers.ts';
import { documentationOf, locOf } from './error-codes.ts';
import { NOT_STORED, namesTag } from './etag.ts';
import type { Exchange, HandlerAnswer, Middleware, Result } from './exchange.ts';
import { headerOf, mergeHeaders } from './headers.ts';
import { HttpError } from './http-error.ts';
import { soughtBy } from './not-found.ts';
import type { Operation, ResponseSpec } from './operation.ts';

const JSON_TYPE = 'application/json';

/**
 * In tests (`VALIDATE_RESPONSES=1`), requires that a response matches the operation's declaration exactly: a declared
 * status, and a body that its schema accepts without dropping a field.
 */
const check = (operation: Operation, answer: HandlerAnswer, text: string | undefined): void => {
  const declared = operation.responses[answer.status];
  if (!declared) throw new Error(`${operation.id} does not declare status ${answer.status}`);
  if (!declared.schema) {
    if (text !== undefined) throw new Error(`${operation.id} declares no body for status ${answer.status}`);
    return;
  }
  const sent: unknown = declared.contentType && declared.contentType !== JSON_TYPE ? text : JSON.parse(text ?? 'null');
  const parsed = declared.schema.safeParse(sent);
  if (!parsed.success)
    throw new Error(`${operation.id} returns a body that differs from its declaration: ${parsed.error.message}`);
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(parsed.data)), JSON.parse(JSON.stringify(sent)))) {
    throw new Error(`${operation.id} returns fields that it does not declare: ${text?.slice(0, 500)}`);
  }
};

/** Returns a declared address with the values of the response's body. */
const addressOf = (location: string, body: unknown): string =>
  location.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((body as Record<string, unknown>)[name])),
  );

/** Returns a binary response; the gateway takes bytes in base64. */
const binaryResult = (operation: Operation, { status, headers }: HandlerAnswer, body: Uint8Array): Result => {
  if (process.env.VALIDATE_RESPONSES === '1' && !operation.responses[status]?.schema?.safeParse(body).success) {
    throw new Error(`${operation.id} does not declare bytes for status ${status}`);
  }
  return {
    statusCode: status,
    headers: { ...headers },
    body: Buffer.from(body).toString('base64'),
    isBase64Encoded: true,
  };
};

/** Converts the response of `handle` to a result for the gateway. */
const toResult = (exchange: Exchange, answer: HandlerAnswer): Result => {
  const { operation } = exchange;
  if (answer.body instanceof Uint8Array) return binaryResult(operation, answer, answer.body);
  const {
    contentType = JSON_TYPE,
    location,
    containsMore,
  }: Partial<ResponseSpec> = operation.responses[answer.status] ?? {};
  const isJson = contentType === JSON_TYPE;
  const text = answer.body === undefined ? undefined : isJson ? JSON.stringify(answer.body) : String(answer.body);
  if (process.env.VALIDATE_RESPONSES === '1') check(operation, answer, text);
  if (text === undefined) return { statusCode: answer.status, headers: { ...answer.headers } };
  return {
    statusCode: answer.status,
    headers: mergeHeaders(
      {
        'Content-Type': contentType,
        ...(location && { Location: addressOf(location, answer.body) }),
        ...(containsMore && { 'Cache-Control': NOT_STORED }),
      },
      answer.headers,
    ),
    body: text,
  };
};

/** Converts an error to a result for the gateway, with the request's id for support. */
export const errorResult = (
  { requestId, operation }: Pick<Exchange, 'requestId'> & { operation?: Operation },
  error: unknown,
): Result => {
  const { status, headers, body } = toAnswer(error);
  const { code } = body;
  const sought = error instanceof NotFound && operation ? (error.sought ?? soughtBy(operation)) : undefined;
  return {
    statusCode: status,
    headers: { 'Content-Type': JSON_TYPE, 'X-Request-Id': requestId, ...headers },
    body: JSON.stringify({
      ...body,
      ...(sought && { detail: `${sought.name} not found` }),
      // Each validation problem has its own location.
      ...(code !== 'validation_failed' && {
        loc:
          sought?.loc ??
          (error instanceof HttpError || error instanceof Forbidden ? error.loc : undefined) ??
          locOf(code),
      }),
      request_id: requestId,
      documentation_url: documentationOf(code),
    }),
  };
};

/** Returns 304 without a body for a GET whose `If-None-Match` contains the response's version. */
const notModifiedIfCurrent = (exchange: Exchange, ifNoneMatch: string | undefined, result: Result): Result => {
  const tag = headerOf(result.headers, 'ETag');
  if (exchange.operation.method !== 'GET' || result.statusCode !== 200 || tag === undefined) return result;
  if (headerOf(result.headers, 'Cache-Control') === NOT_STORED) return result;
  if (!namesTag(ifNoneMatch, tag)) return result;
  const { 'Content-Type': _type, 'Content-Encoding': _encoding, ...headers } = mergeHeaders(result.headers);
  return { statusCode: 304, headers };
};

/**
 * The innermost middleware: converts the result or error of `handle` to a response, so that every other middleware sees
 * only responses.
 */
export const respond = (): Middleware => ({
  after: (request) => {
    const { exchange, headers } = request.event;
    if (exchange.replay) {
      const { status, headers: stored, body } = exchange.replay;
      const result = { statusCode: status, headers: { ...stored, 'Idempotent-Replayed': 'true' } };
      request.response = body === '' ? result : { ...result, body };
      return;
    }
    const result = toResult(exchange, request.response as HandlerAnswer);
    request.response = notModifiedIfCurrent(exchange, headers['if-none-match'], result);
  },
  onError: (request) => {
    request.response = errorResult(request.event.exchange, request.error);
  },
});
