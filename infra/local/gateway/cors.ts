import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Cors } from '../../http-api.ts';

/** Lets any origin read the answer. */
export function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.origin === undefined) return;
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-expose-headers', '*');
}

/** Answers a preflight from the setting, as API Gateway does before any route is looked up. */
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
