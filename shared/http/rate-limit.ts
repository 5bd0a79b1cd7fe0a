import { setImmediate } from 'node:timers/promises';
import { identityOf } from '../domain/access/caller.ts';
import { environment } from '../environment.ts';
import { errorFields, log } from '../log.ts';
import type { Admission, AdmissionRequest } from '../ports.ts';
import { callerOf, type Exchange, type Middleware, type MiddlewareRequest } from './exchange.ts';
import { HttpError } from './http-error.ts';
import { portsFor } from './provide.ts';
import { errorResult } from './respond.ts';

interface Pending {
  terms: AdmissionRequest;
  admission: Promise<Admission>;
}

const termsOf = (exchange: Exchange): AdmissionRequest => {
  const { RATE_LIMIT_PER_MINUTE, RATE_LIMIT_PER_HOUR, RATE_LIMIT_CONCURRENT } = environment();
  const caller = callerOf(exchange);
  return {
    organizationId: caller.organizationId,
    identity: identityOf(caller),
    requestId: exchange.runId,
    now: exchange.now,
    leaseUntil: exchange.leaseUntil,
    perMinute: RATE_LIMIT_PER_MINUTE,
    perHour: RATE_LIMIT_PER_HOUR,
    concurrent: RATE_LIMIT_CONCURRENT,
  };
};

const headersOf = ({ limit, remaining, reset }: Admission): Record<string, string> => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(reset),
});

const WINDOWS = { minute: 'a minute', hour: 'an hour', concurrent: 'at the same time' } as const;

const tooMany = ({ limit, window, retryAfter }: Admission): HttpError =>
  new HttpError(
    'rate_limited',
    `Rate limit of ${limit} requests ${WINDOWS[window]} exceeded, try again in ${retryAfter} s`,
    {
      'Retry-After': String(retryAfter),
    },
  );

/**
 * Counts the request and holds a slot while it runs. A write waits for its admission. A read runs beside it, so that
 * the limiter costs no round trip, and its answer is dropped where the admission was refused. Without the limiter's
 * store nothing is admitted (503): the records are in the same table.
 */
export const rateLimit = (): Middleware => {
  const pending = new WeakMap<Exchange, Pending>();

  /** A write's answer waits for the release; a read's is only held until the release is on its way. */
  const release = async (exchange: Exchange, terms: AdmissionRequest): Promise<void> => {
    const released = portsFor(['limits.write'])
      ['limits.write'].release(terms)
      // The slot frees itself at the end of its lease.
      .catch((error: unknown) => log('warn', 'a slot was not released', errorFields(error)));
    if (exchange.operation.method === 'GET') await setImmediate();
    else exchange.closing.push(released);
  };

  const settle = async (request: MiddlewareRequest): Promise<void> => {
    const { exchange } = request.event;
    const begun = pending.get(exchange);
    if (!begun) return;
    try {
      const admission = await begun.admission;
      Object.assign(exchange.headers, headersOf(admission));
      if (!admission.admitted) request.response = errorResult(exchange, tooMany(admission));
      else await release(exchange, begun.terms);
    } catch (error) {
      log('error', 'the rate limiter cannot be asked', errorFields(error));
      request.response = errorResult(exchange, error);
    }
  };

  return {
    before: async (request) => {
      const { exchange } = request.event;
      if (exchange.operation.auth === 'public') return;
      const terms = termsOf(exchange);
      const admission = portsFor(['limits.write'])['limits.write'].admit(terms);
      pending.set(exchange, { terms, admission });
      if (exchange.operation.method === 'GET') {
        // `settle` waits for it; until then a failure must not end the process.
        admission.catch(() => {});
        return;
      }
      const decision = await admission;
      if (!decision.admitted) throw tooMany(decision);
    },
    after: settle,
    onError: settle,
  };
};
