import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Cors } from '../../../shared/http/http-api.ts';

/** Allows any origin to read the response. */
export function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.origin === undefined) return;
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-expose-headers', '*');
}

/**
 * Responds to a preflight request from the configuration, as API Gateway does before any route is matched.
 * @returns whether the request was a preflight
 */
export function answerPreflight(request: IncomingMessage, response: ServerResponse, cors: Cors): boolean {
  const method = request.headers['access-control-request-method'];
  if (request.method !== 'OPTIONS' || request.headers.origin === undefined || method === undefined) return false;
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-methods', cors.methods.join(','));
  response.setHeader('access-control-allow-headers', cors.headers.join(','));
  response.setHeader('access-control-max-age', String(cors.maxAgeSeconds));
  response.writeHead(204).end();
  return true;
}
