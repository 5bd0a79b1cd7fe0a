import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { APIGatewayProxyResultV2 } from 'aws-lambda';
import { errorBody } from '../error-body.ts';

/** Maximum bytes of a Lambda function's response. */
const responseLimit = 6 * 1024 * 1024;

/** Sends the result of a handler, applying API Gateway's rule for results without a status code. */
export function sendResult(response: ServerResponse, result: APIGatewayProxyResultV2 | undefined): void {
  if (result !== undefined && Buffer.byteLength(JSON.stringify(result)) > responseLimit) {
    throw new Error('The response is over the 6 MB that a Lambda function may return.');
  }
  if (typeof result !== 'object' || !('statusCode' in result)) {
    const body = typeof result === 'string' ? result : JSON.stringify(result ?? null);
    send(response, 200, { 'content-type': 'application/json' }, Buffer.from(body));
    return;
  }
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(result.headers ?? {})) headers[name.toLowerCase()] = String(value);
  if (result.cookies?.length) headers['set-cookie'] = result.cookies;
  headers['content-type'] ??= 'text/plain;charset=UTF-8';
  const body = Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8');
  send(response, result.statusCode ?? 200, headers, body);
}

/** Sends an error in the service's format. */
export function sendDetail(
  response: ServerResponse,
  status: number,
  detail: string,
  headers: Record<string, string> = {},
  requestId: string = randomUUID(),
): void {
  const body = Buffer.from(errorBody(status, detail, requestId));
  send(response, status, { 'content-type': 'application/json', 'x-request-id': requestId, ...headers }, body);
}

function send(response: ServerResponse, status: number, headers: Record<string, string | string[]>, body: Buffer) {
  const bodiless = status === 204 || status === 304;
  if (bodiless) delete headers['content-type'];
  // The handler states the length that the response to GET has.
  const stated = response.req.method === 'HEAD' ? headers['content-length'] : undefined;
  const length = String(stated ?? body.length);
  response.writeHead(status, { ...headers, ...(bodiless ? {} : { 'content-length': length }) });
  // Node omits the body in responses to HEAD.
  response.end(bodiless ? undefined : body);
}
