import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * The `cors` setting of the HTTP API: any origin may call, since every call carries its own bearer token and no cookie
 * is accepted in its place.
 */
export function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.origin === undefined) return;
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-expose-headers', '*');
}

/** Answers a preflight, as API Gateway does before any route is looked up. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): boolean {
  const method = request.headers['access-control-request-method'];
  if (request.method !== 'OPTIONS' || request.headers.origin === undefined || method === undefined) return false;
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE, OPTIONS');
  response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*');
  response.setHeader('access-control-max-age', '600');
  response.writeHead(204).end();
  return true;
}
