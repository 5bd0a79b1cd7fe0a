import { Forbidden } from '../domain/errors.ts';
import { callerOf, type Exchange, type Middleware, type MiddlewareRequest } from './exchange.ts';
import { portsFor } from './provide.ts';
import { errorResult } from './respond.ts';

/**
 * Rejects tokens of a deleted organization, and stores the token's claims about its user. A write waits for this check,
 * which also reads the name of the organization: records state it as the company of their author.
 * A read runs concurrently with it, to save the round trip, and its response is discarded if the organization is
 * deleted. API keys belong to no organization and no user.
 */
export const recordCaller = (): Middleware => {
  const pending = new WeakMap<Exchange, Promise<void>>();

  const record = async (exchange: Exchange, issuedAt: number): Promise<void> => {
    const caller = callerOf(exchange);
    const people = portsFor(['people.write'])['people.write'];
    const { isDeleted, name } = await people.record(caller, issuedAt, {
      withName: exchange.operation.method !== 'GET',
    });
    if (isDeleted) throw new Forbidden('The organization has been deleted', 'organization_deleted');
    if (name !== undefined) exchange.caller = { ...caller, company: name };
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
      const recorded = record(exchange, exchange.tokenIssuedAt);
      if (exchange.operation.method !== 'GET') return await recorded;
      pending.set(exchange, recorded);
      // `settle` awaits it; until then a rejection must not end the process.
      recorded.catch(() => {});
    },
    after: settle,
    onError: settle,
  };
};
