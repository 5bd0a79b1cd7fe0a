import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Cors } from '../../../shared/http/http-api.ts';
import { unknownRoute } from '../../../shared/http/unknown-route.ts';
import { createSemaphore } from '../../../shared/semaphore.ts';
import { FunctionTimeout, invoke } from '../invoke.ts';
import { cutOff } from '../unread-body.ts';
import { decodePath, isBinaryType, joinHeaders, toApiEvent } from './api-event.ts';
import { bodyLimit, fitsInEvent, readBody } from './read-body.ts';
import { sendDetail, sendResult } from './response.ts';
import { type Route, type RouteMatch, routeMatcher } from './routes.ts';

/** Allows any origin to read the response. */
function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.origin === undefined) return;
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-expose-headers', '*');
}

/**
 * Responds to a preflight request from the configuration, as API Gateway does before any route is matched.
 * @returns whether the request was a preflight
 */
function answerPreflight(request: IncomingMessage, response: ServerResponse, cors: Cors): boolean {
  const method = request.headers['access-control-request-method'];
  if (request.method !== 'OPTIONS' || request.headers.origin === undefined || method === undefined) return false;
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-methods', cors.methods.join(','));
  response.setHeader('access-control-allow-headers', cors.headers.join(','));
  response.setHeader('access-control-max-age', String(cors.maxAgeSeconds));
  response.writeHead(204).end();
  return true;
}

const tooLarge =
  'The request body is too large for this operation. Upload files over 4 MB through POST /api/v1/uploads.';

/**
 * Maximum concurrent functions. Lambda gives each its own machine; here all share one process with the services they
 * call, and hundreds at once would delay each other until those calls time out.
 */
const functionsAtOnce = 32;

export interface GatewayOptions {
  region: string;
  cors: Cors;
  /** Called when a handler throws, times out or returns too much. */
  onError: (operationId: string, error: unknown) => void;
}

export interface Gateway {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** API Gateway's HTTP API on one machine: turns a request into an event for the same handler that Lambda runs. */
export function createGateway(routes: Route[], options: GatewayOptions): Gateway {
  const match = routeMatcher(routes);
  const answerUnknown = unknownRoute(routes.map(({ method, path }) => [method, path]));
  const withPermit = createSemaphore(functionsAtOnce);
  // A separate semaphore, because functions holding all permits of the first would wait for themselves.
  const withOuterPermit = createSemaphore(functionsAtOnce);

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (answerPreflight(request, response, options.cors)) return;
    allowOrigin(request, response);
    const { method = 'GET' } = request;
    const [path = '/'] = (request.url ?? '/').split('?');
    const found = match(method, path);
    if (found) return run(found, request, response);
    const headers = joinHeaders(request.headersDistinct);
    const requestContext = { requestId: randomUUID(), http: { method } };
    sendResult(response, await answerUnknown({ rawPath: decodePath(path), headers, requestContext }));
    cutOff(request);
  }

  async function run({ route, pathParameters }: RouteMatch, request: IncomingMessage, response: ServerResponse) {
    const body = await readBody(request, response, limitFor(request)).catch(() => null);
    if (body === null) return;
    if (body === undefined) return refuseBody(request, response);
    const event = toApiEvent(request, route, pathParameters, body);
    if (!fitsInEvent(event, body.length)) return refuseBody(request, response);
    const { operationId: name, timeoutSeconds } = route;
    const call = { name, timeoutMilliseconds: timeoutSeconds * 1000, region: options.region };
    try {
      const permit = route.callsOthers ? withOuterPermit : withPermit;
      sendResult(response, await permit(() => invoke(route.handler, event, call)));
    } catch (error) {
      options.onError(name, error);
      const { requestId } = event.requestContext;
      if (error instanceof FunctionTimeout) sendDetail(response, 503, 'Service Unavailable', {}, requestId);
      else sendDetail(response, 500, 'Internal Server Error', {}, requestId);
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
