import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { errorFields, log } from '../log.ts';
import { countFault } from '../metrics.ts';
import { encodeAnswer } from './encode-answer.ts';
import { NOT_STORED } from './etag.ts';
import type { Exchange, HttpEvent, Middleware, MiddlewareRequest, Result } from './exchange.ts';
import { headerOf, mergeHeaders } from './headers.ts';
import { randomIds } from './identifiers.ts';
import type { Operation } from './operation.ts';
import { errorResult } from './respond.ts';

/** Responses are data for programs: they must not be executed, framed or sniffed. */
const SECURITY_HEADERS = {
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
} as const;

/** Milliseconds by which a lease outlives the longest possible run, to allow for clock differences. */
const LEASE_MARGIN = 2_000;

/** Returns the headers of RFC 9745 and RFC 8594: since when the operation is deprecated, and when it is removed. */
const deprecationOf = ({ deprecated }: Operation): Record<string, string> =>
  deprecated
    ? { Deprecation: `@${Date.parse(deprecated.since) / 1000}`, Sunset: new Date(deprecated.sunset).toUTCString() }
    : {};

const newExchange = (operation: Operation, event: APIGatewayProxyEventV2, context: Context): Exchange => {
  const now = new Date();
  const requestId = event.requestContext.requestId;
  return {
    operation,
    requestId,
    runId: randomUUID(),
    now,
    startedAt: performance.now(),
    leaseUntil: now.getTime() + context.getRemainingTimeInMillis() + LEASE_MARGIN,
    remainingMilliseconds: () => context.getRemainingTimeInMillis(),
    headers: { 'X-Request-Id': requestId, ...deprecationOf(operation) },
    closing: [],
    newId: randomIds(now),
  };
};

/**
 * Returns the identifiers in the path; other path parameters are not logged, since a sealed link grants access by
 * itself.
 */
const identifiersOf = ({ input }: Exchange): Record<string, unknown> | undefined => {
  const named = Object.entries(input?.params ?? {}).filter(([name]) => /^(?:.*_)?id$/.test(name));
  return named.length > 0 ? Object.fromEntries(named) : undefined;
};

const logOutcome = (exchange: Exchange, finished: number, error: Error | null | undefined): void => {
  // When the function has run out of time, the gateway has responded with 503.
  const isLate = exchange.remainingMilliseconds() <= 0;
  const status = isLate ? 503 : finished;
  if (status >= 500) countFault(status);
  log(status >= 500 ? 'error' : 'info', 'request', {
    request_id: exchange.requestId,
    operation: exchange.operation.id,
    method: exchange.operation.method,
    route: exchange.operation.path,
    status,
    finished_late_with: isLate ? finished : undefined,
    duration_ms: Math.round((performance.now() - exchange.startedAt) * 10) / 10,
    organization: exchange.caller?.organizationId,
    user: exchange.caller?.subject,
    ids: identifiersOf(exchange),
    replayed: exchange.replay ? true : undefined,
    ...(status >= 500 && error ? errorFields(error) : {}),
  });
};

/** Milliseconds reserved for encoding the response and returning it. */
const ANSWER_RESERVE = 100;

/** Waits for the work in `closing`, but only as long as the response can still be sent in time. */
const awaitClosing = async ({ closing, remainingMilliseconds }: Exchange): Promise<void> => {
  if (closing.length === 0) return;
  const waiting = new AbortController();
  const timeOver = setTimeout(Math.max(0, remainingMilliseconds() - ANSWER_RESERVE), undefined, waiting).catch(
    () => {},
  );
  await Promise.race([Promise.allSettled(closing), timeOver]);
  waiting.abort();
};

/** Returns the response to HEAD: the headers of GET, with the length of its body. */
const withoutBody = ({ body = '', isBase64Encoded, ...answer }: Result): Result => ({
  ...answer,
  headers: {
    ...answer.headers,
    'Content-Length': String(Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8')),
  },
});

const finish = async (request: MiddlewareRequest): Promise<void> => {
  const { exchange, headers } = request.event;
  const given = request.response;
  if (!given) return;
  await awaitClosing(exchange);
  const result = await encodeAnswer(given, headers['accept-encoding']).catch((error: Error) => {
    request.error = error;
    return errorResult(exchange, error);
  });
  const caching = { 'Cache-Control': headerOf(result.headers, 'ETag') ? 'private, no-cache' : NOT_STORED };
  const answer = { ...result, headers: mergeHeaders(SECURITY_HEADERS, caching, exchange.headers, result.headers) };
  request.response = request.event.requestContext.http.method === 'HEAD' ? withoutBody(answer) : answer;
  logOutcome(exchange, result.statusCode ?? 200, request.error);
};

/**
 * Opens the exchange, completes the headers of every response and logs one line per request. The outermost middleware:
 * runs first on the request and last on the response.
 */
export const openExchange = (operation: Operation): Middleware => ({
  before: (request) => {
    // The event belongs to the caller: add to a copy.
    const event: HttpEvent = { ...request.event, exchange: newExchange(operation, request.event, request.context) };
    request.event = event;
  },
  after: finish,
  onError: finish,
});
