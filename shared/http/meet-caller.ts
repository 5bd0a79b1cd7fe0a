import { Forbidden } from '../domain/errors.ts';
import { callerOf, type Exchange, type Middleware, type MiddlewareRequest } from './exchange.ts';
import { portsFor } from './provide.ts';
import { errorResult } from './respond.ts';

/**
 * Refuses tokens of an organization that has been deleted, and notes what the token says of its user. A write waits for
 * the answer. A read runs beside it, so that it costs no round trip, and its answer is dropped where the organization is
 * gone. An API key belongs to no organization and to nobody.
 */
export const meetCaller = (): Middleware => {
  const pending = new WeakMap<Exchange, Promise<void>>();

  const meet = async (exchange: Exchange, issuedAt: number): Promise<void> => {
    const standing = await portsFor(['people.write'])['people.write'].meet(callerOf(exchange), issuedAt);
    if (standing === 'deleted') throw new Forbidden('The organization has been deleted', 'organization_deleted');
  };

  const settle = async (request: MiddlewareRequest): Promise<void> => {
    const { exchange } = request.event;
    await pending.get(exchange)?.catch((error: unknown) => {
      request.response = errorResult(exchange, error);
    });
  };

  return {
    before: async (request) => {
      const { exchange } = request.event;
      if (exchange.tokenIssuedAt === undefined) return;
      const met = meet(exchange, exchange.tokenIssuedAt);
      if (exchange.operation.method !== 'GET') return await met;
      pending.set(exchange, met);
      // `settle` waits for it; until then a failure must not end the process.
      met.catch(() => {});
    },
    after: settle,
    onError: settle,
  };
};
