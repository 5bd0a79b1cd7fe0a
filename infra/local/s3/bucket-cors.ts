import type { IncomingMessage, ServerResponse } from 'node:http';
import { S3Error } from './s3-error.ts';

/** The bucket's CORS rule, which applies to every origin and every request header. */
export interface BucketCors {
  methods: readonly string[];
  exposedHeaders: readonly string[];
  maxAgeSeconds: number;
}

function allow(response: ServerResponse, { methods, exposedHeaders }: BucketCors): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-methods', methods.join(', '));
  response.setHeader('access-control-expose-headers', exposedHeaders.join(', '));
  response.setHeader('vary', 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method');
}

/** Allows pages of other origins to read the response if the rule includes the method. */
export function allowBucketOrigin(request: IncomingMessage, response: ServerResponse, cors: BucketCors): void {
  if (request.headers.origin !== undefined && cors.methods.includes(request.method ?? '')) allow(response, cors);
}

/**
 * Responds to OPTIONS requests.
 * @returns whether the request was one
 * @throws S3Error if the rule does not allow the requested method
 */
export function answerBucketPreflight(request: IncomingMessage, response: ServerResponse, cors: BucketCors): boolean {
  if (request.method !== 'OPTIONS') return false;
  if (request.headers.origin === undefined) {
    throw new S3Error('BadRequest', 'Insufficient information. Origin request header needed.');
  }
  const method = request.headers['access-control-request-method'];
  if (method === undefined || !cors.methods.includes(method)) {
    const details = { Method: method ?? '', ResourceType: 'OBJECT' };
    throw new S3Error('AccessForbidden', 'CORSResponse: This CORS request is not allowed.', details);
  }
  allow(response, cors);
  const headers = request.headers['access-control-request-headers'];
  if (headers !== undefined) response.setHeader('access-control-allow-headers', headers);
  response.setHeader('access-control-max-age', String(cors.maxAgeSeconds));
  response.writeHead(200).end();
  return true;
}
