import type { IncomingMessage, ServerResponse } from 'node:http';

/** The bucket's CORS rule: any origin may use a link that was signed for it. */
export function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.origin === undefined) return;
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader(
    'access-control-expose-headers',
    'ETag, Content-Range, Accept-Ranges, x-amz-request-id, x-amz-checksum-sha256',
  );
}

export function answerPreflight(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== 'OPTIONS') return false;
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-methods', 'GET, HEAD, PUT, POST, DELETE');
  response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*');
  response.setHeader('access-control-max-age', '600');
  response.writeHead(200).end();
  return true;
}
