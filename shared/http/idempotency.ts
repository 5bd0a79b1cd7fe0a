import { createHash } from 'node:crypto';
import { identityOf } from '../domain/access/caller.ts';
import { Conflict, Invalid, NotFound } from '../domain/errors.ts';
import { errorFields, log } from '../log.ts';
import type { IdempotencyKey, IdempotencyWrite, StoredAnswer } from '../ports.ts';
import { accessOf } from './access-of.ts';
import { callerOf, type Exchange, type HttpEvent, type Middleware, type MiddlewareRequest } from './exchange.ts';
import { mergeHeaders } from './headers.ts';
import { newSeed, seededIds } from './identifiers.ts';
import { portsFor } from './provide.ts';

const HEADER = 'idempotency-key';
const KEY = /^[\x20-\x7e]{1,255}$/;

/** Returns the same text for equal values, whatever the order of their fields. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  ) ?? '';

const digest = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Returns the digest by which two requests are equal: of path, query and the body's content. For a form, it covers the
 * fields and the file's bytes, since the boundary differs in each attempt.
 */
const hashOf = ({ exchange, rawQueryString, pathParameters }: HttpEvent): string => {
  const { form, json } = exchange;
  const content = form
    ? { fields: form.fields, filename: form.file.filename, mimeType: form.file.mimeType, file: digest(form.file.bytes) }
    : { json };
  return digest(canonical({ path: pathParameters ?? {}, query: rawQueryString, content }));
};

const keyOf = (exchange: Exchange, key: string): IdempotencyKey => {
  const caller = callerOf(exchange);
  return {
    organizationId: caller.organizationId,
    identity: identityOf(caller),
    operationId: exchange.operation.id,
    key,
  };
};

/** Returns true for a response that a retry may improve: its key is released. */
const isPassing = (status: number): boolean => status >= 500 || status === 429;

/**
 * Implements `Idempotency-Key` on POST. The first request with a key claims it; its response is stored for 24 hours and
 * returned again as long as the caller has access to the projects that it contains. Without that access, the response
 * is the operation's own 404. Requests rejected before the operation runs (401, 403, 422 …) claim nothing.
 */
export const idempotency = (): Middleware => {
  const claims = new WeakMap<Exchange, IdempotencyKey>();
  const store = (): IdempotencyWrite => portsFor(['idempotency.write'])['idempotency.write'];

  const settle = (request: MiddlewareRequest): void => {
    const { exchange } = request.event;
    const key = claims.get(exchange);
    if (!key || !request.response) return;
    const { statusCode = 200, headers, body = '' } = request.response;
    const answer: StoredAnswer = {
      status: statusCode,
      headers: mergeHeaders(headers),
      body,
      projects: accessOf(exchange).seen,
    };
    const settled = isPassing(statusCode)
      ? store().abandon(key, exchange.runId)
      : store().complete(key, exchange.runId, answer);
    // The operation has taken effect. If its response is not stored, the claim ends with its lease, and a retry runs
    // with the same identifiers.
    exchange.closing.push(
      settled.catch((error: unknown) => log('error', 'an idempotent response was not stored', errorFields(error))),
    );
  };

  return {
    before: async (request) => {
      const { exchange, headers } = request.event;
      const given = headers[HEADER];
      if (exchange.operation.method !== 'POST' || exchange.operation.auth === 'public' || given === undefined) return;
      if (!KEY.test(given)) {
        throw Invalid.at(['header', HEADER], 'String should have 1 to 255 printable ASCII characters', 'value_error');
      }
      const key = keyOf(exchange, given);
      const state = await store().begin(key, hashOf(request.event), {
        requestId: exchange.runId,
        seed: newSeed(exchange.now),
        now: exchange.now,
        leaseUntil: exchange.leaseUntil,
      });
      if (state.kind === 'other_body') {
        throw Invalid.at(
          ['header', HEADER],
          'was used with another request in the last 24 hours',
          'idempotency_key_reused',
        );
      }
      if (state.kind === 'in_flight')
        throw new Conflict('A request with this Idempotency-Key is still running', 'request_in_flight');
      if (state.kind === 'answered') {
        if (!(await accessOf(exchange).covers(state.answer.projects))) throw new NotFound();
        exchange.replay = state.answer;
        return;
      }
      claims.set(exchange, key);
      exchange.newId = seededIds(state.seed);
    },
    after: settle,
    onError: settle,
  };
};
