import type { IncomingMessage, ServerResponse } from 'node:http';
import { FunctionTimeout, invoke } from '../invoke.ts';
import { cutOff } from '../unread-body.ts';
import { bodyLimit, fitsInEvent, readBody } from './body.ts';
import { allowOrigin, answerPreflight } from './cors.ts';
import { isBinaryType, toEvent } from './event.ts';
import { sendDetail, sendResult } from './response.ts';
import { type Match, type Route, routeMatcher } from './routes.ts';
import { createSemaphore } from './semaphore.ts';

const tooLarge =
  'The request body is too large for this operation. Upload files over 4 MB by way of POST /api/v1/uploads.';

/**
 * Functions that run at once. Lambda gives each a machine of its own; here all share one process with the parts that
 * they call, and hundreds at once keep each other from answering until those calls time out.
 */
const functionsAtOnce = 32;

export interface GatewayOptions {
  region: string;
  /** Longest run of a function; API Gateway waits 30 s at most. */
  timeoutMilliseconds?: number;
  /** Told about handlers that throw, time out or answer too much. */
  onError: (operationId: string, error: unknown) => void;
}

export interface Gateway {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** API Gateway's HTTP API on one machine: a request becomes an event for the same handler that Lambda runs. */
export function createGateway(routes: Route[], options: GatewayOptions): Gateway {
  const match = routeMatcher(routes);
  const withPermit = createSemaphore(functionsAtOnce);

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (answerPreflight(request, response)) return;
    allowOrigin(request, response);
    const [path = '/'] = (request.url ?? '/').split('?');
    const found = match(request.method ?? 'GET', path);
    if (found.kind !== 'route') {
      refuse(response, found);
      cutOff(request);
      return;
    }
    await run(found, request, response);
  }

  async function run(found: Match & { kind: 'route' }, request: IncomingMessage, response: ServerResponse) {
    const { route, pathParameters } = found;
    const body = await readBody(request, response, limitFor(request)).catch(() => null);
    if (body === null) return;
    if (body === undefined) return refuseBody(request, response);
    const event = toEvent(request, route, pathParameters, body);
    if (!fitsInEvent(event, body.length)) return refuseBody(request, response);
    const timeoutMilliseconds = options.timeoutMilliseconds ?? 30_000;
    try {
      const call = { name: route.operationId, timeoutMilliseconds, region: options.region };
      sendResult(response, await withPermit(() => invoke(route.handler, event, call)));
    } catch (error) {
      options.onError(route.operationId, error);
      if (error instanceof FunctionTimeout) sendDetail(response, 503, 'Service Unavailable');
      else sendDetail(response, 500, 'Internal Server Error');
    }
  }

  return { handle };
}

function limitFor(request: IncomingMessage): number {
  return bodyLimit(isBinaryType(request.headers['content-type']));
}

function refuseBody(request: IncomingMessage, response: ServerResponse): void {
  sendDetail(response, 413, tooLarge, { connection: 'close' });
  cutOff(request);
}

function refuse(response: ServerResponse, found: Exclude<Match, { kind: 'route' }>): void {
  if (found.kind === 'unknown') {
    sendDetail(response, 404, 'Not Found');
  } else {
    sendDetail(response, 405, 'Method Not Allowed', { allow: [...found.allowed, 'OPTIONS'].join(', ') });
  }
}
