import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { actAs } from '../acting.ts';
import type { Caller } from '../domain/access/caller.ts';
import { Unavailable } from '../domain/errors.ts';
import type { Actor } from '../domain/events/event.ts';
import { accessOf } from './access-of.ts';
import type { Exchange, HandlerAnswer, HttpEvent, Middleware, Result } from './exchange.ts';
import { openExchange } from './open-exchange.ts';
import type { Handle, Operation } from './operation.ts';
import { portsFor } from './provide.ts';
import { respond } from './respond.ts';

/** An API Gateway v2 (payload format 2.0) Lambda handler. */
export type HttpHandler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** Milliseconds reserved for a 503 before the platform ends the function. */
const TIMEOUT_RESERVE = 300;

/** `Handle` without the types of a particular operation, which its schemas have enforced. */
type AnyHandle = (request: unknown, ports: unknown) => Promise<HandlerAnswer>;

const actorOf = ({ operation }: Exchange, caller: Caller | undefined): Actor => {
  if (!caller) return { type: 'worker', id: operation.id, name: null };
  return { type: caller.roles.includes('service') ? 'service' : 'user', id: caller.subject, name: caller.name };
};

const run = async (exchange: Exchange, handle: AnyHandle): Promise<HandlerAnswer | undefined> => {
  if (exchange.replay) return undefined;
  const { operation, input, caller, authorization, ifMatch, requestId, now, remainingMilliseconds, newId } = exchange;
  const common = { caller, authorization, ifMatch, requestId, now, remainingMilliseconds, newId };
  const request = { ...input, ...common, projects: accessOf(exchange) };
  return actAs(actorOf(exchange, caller), () => handle(request, portsFor(operation.uses)));
};

/** Returns the Lambda handler of an operation that runs these checks, in this order, before `handle`. */
export const handlerOf = <const O extends Operation>(
  operation: O,
  handle: Handle<O>,
  checks: readonly Middleware[],
): HttpHandler => {
  const handler = middy<HttpEvent, Result>({
    timeoutEarlyInMillis: TIMEOUT_RESERVE,
    timeoutEarlyResponse: () => {
      throw new Unavailable(`${operation.id} ran out of time`);
    },
  })
    .use([openExchange(operation), ...checks, respond()])
    .handler((event: HttpEvent) => run(event.exchange, handle as unknown as AnyHandle) as Promise<Result>);
  return (event, context) => handler(event as HttpEvent, context);
};
