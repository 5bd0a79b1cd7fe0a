import { setImmediate } from 'node:timers/promises';
import { identityOf } from '../domain/access/caller.ts';
import { Unavailable } from '../domain/errors.ts';
import { environment } from '../environment.ts';
import { errorFields, log } from '../log.ts';
import type { Admission, AdmissionRequest } from '../ports.ts';
import { callerOf, type Exchange, type Middleware, type MiddlewareRequest } from './exchange.ts';
import { HttpError } from './http-error.ts';
import { portsFor } from './provide.ts';

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
    { headers: { 'Retry-After': String(retryAfter) } },
  );

const unavailable = (error: unknown): never => {
  log('error', 'the rate limiter does not respond', errorFields(error));
  throw new Unavailable('The rate limiter does not respond, try again', 1);
};

/**
 * Counts the request and holds a slot while it runs. Before a request is admitted, neither its body nor a record is
 * read. If the limiter's table does not respond, nothing is admitted (503 with `Retry-After`): otherwise a caller could
 * escape every limit by sending so many requests that their own counter is throttled.
 */
export const rateLimit = (): Middleware => {
  const admitted = new WeakMap<Exchange, AdmissionRequest>();

  /** The response to a write waits for the release; that to a read only until the release has been sent. */
  const release = async (request: MiddlewareRequest): Promise<void> => {
    const { exchange } = request.event;
    const terms = admitted.get(exchange);
    if (!terms) return;
    const released = portsFor(['limits.write'])
      ['limits.write'].release(terms)
      // The slot expires with its lease.
      .catch((error: unknown) => log('warn', 'a slot was not released', errorFields(error)));
    if (exchange.operation.method === 'GET') await setImmediate();
    else exchange.closing.push(released);
  };

  return {
    before: async (request) => {
      const { exchange } = request.event;
      if (exchange.operation.auth === 'public') return;
      const terms = termsOf(exchange);
      const admission = await portsFor(['limits.write'])['limits.write'].admit(terms).catch(unavailable);
      Object.assign(exchange.headers, headersOf(admission));
      if (!admission.admitted) throw tooMany(admission);
      admitted.set(exchange, terms);
    },
    after: release,
    onError: release,
  };
};
