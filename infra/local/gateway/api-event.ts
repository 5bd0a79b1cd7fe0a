import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Route } from './routes.ts';

const textTypes = /^(text\/|application\/(json|javascript|xml|x-www-form-urlencoded)|[^;]*\+(json|xml)\b)/i;

/** Whether API Gateway passes a body of this type as base64. */
export function isBinaryType(contentType: string | undefined): boolean {
  return contentType !== undefined && !textTypes.test(contentType);
}

/**
 * Builds an event of payload format 2.0 for the stage `$default`.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export function toApiEvent(
  request: IncomingMessage,
  route: Pick<Route, 'method' | 'path'>,
  pathParameters: Record<string, string>,
  body: Buffer,
): APIGatewayProxyEventV2 {
  const [encodedPath = '/', ...rest] = (request.url ?? '/').split('?');
  const rawQueryString = rest.join('?');
  const { cookie, ...headers } = joinHeaders(request.headersDistinct);
  const sourceIp = request.socket.remoteAddress ?? '127.0.0.1';
  const host = headers.host ?? 'localhost';
  const routeKey = `${route.method} ${route.path}`;
  const now = new Date();
  // HTTP APIs decode the path (Function URLs and REST APIs do not).
  const rawPath = decodePath(encodedPath);
  // Text that is not UTF-8 would be corrupted as a string.
  const binary = isBinaryType(headers['content-type']) || !isUtf8(body);

  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString,
    ...(cookie ? { cookies: cookie.split(/;\s*/) } : {}),
    headers: {
      ...headers,
      'x-amzn-trace-id': headers['x-amzn-trace-id'] ?? traceId(now),
      'x-forwarded-for': [headers['x-forwarded-for'], sourceIp].filter(Boolean).join(', '),
      'x-forwarded-port': host.split(':')[1] ?? '80',
      'x-forwarded-proto': 'http',
    },
    ...(rawQueryString ? { queryStringParameters: joinQuery(rawQueryString) } : {}),
    ...(Object.keys(pathParameters).length > 0 ? { pathParameters } : {}),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: host.split(':')[0] ?? 'localhost',
      domainPrefix: host.split(/[.:]/)[0] ?? 'localhost',
      http: {
        method: request.method ?? 'GET',
        path: rawPath,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey,
      stage: '$default',
      time: commonLogTime(now),
      timeEpoch: now.getTime(),
    },
    ...(body.length > 0 ? { body: body.toString(binary ? 'base64' : 'utf8') } : {}),
    isBase64Encoded: binary && body.length > 0,
  };
}

/** Returns headers by name, repeated ones joined as API Gateway does. */
export function joinHeaders(distinct: NodeJS.Dict<string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(distinct).map(([name, values = []]) => [name, values.join(name === 'cookie' ? '; ' : ',')]),
  );
}

function joinQuery(rawQueryString: string): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(rawQueryString)) {
    const earlier = Object.hasOwn(joined, name) ? `${joined[name]},` : '';
    Object.defineProperty(joined, name, { value: earlier + value, enumerable: true, configurable: true });
  }
  return joined;
}

/** Returns the path as HTTP APIs pass it: decoded, if possible. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function traceId(now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000).toString(16);
  return `Root=1-${seconds}-${randomUUID().replaceAll('-', '').slice(0, 24)}`;
}

/** Formats a time as `12/Mar/2026:19:03:58 +0000`. */
function commonLogTime(date: Date): string {
  const [, day, month, year, time] = date.toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
}
