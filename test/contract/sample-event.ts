import { operations as registry } from '../../functions/registry.ts';
import { buildOpenApi } from '../../shared/http/openapi/build-openapi.ts';
import { type Described, operationsOf, type Parameter } from '../../shared/http/openapi/json.ts';
import type { Operation } from '../../shared/http/operation.ts';

/** The specific parts of a sample event; the rest follows from the route. */
export interface OwnParts {
  pathParameters?: Record<string, string>;
  queryStringParameters?: Record<string, string>;
  /** Headers that differ from the common ones. */
  headers?: Record<string, string>;
  body?: string;
  cookies?: string[];
}

const HEADERS = {
  accept: 'application/json',
  host: 'api.example.com',
  'user-agent': 'sample/1.0',
  'x-forwarded-for': '192.0.2.10',
  'x-forwarded-proto': 'https',
};

/** Returns the event that API Gateway sends for a request of a route, in payload format 2.0. */
export const sampleEvent = ({ method, path, auth }: Pick<Operation, 'method' | 'path' | 'auth'>, own: OwnParts) => {
  const { pathParameters, queryStringParameters, body } = own;
  const rawPath = path.replace(/\{(\w+)\}/g, (_, name: string) => pathParameters?.[name] ?? name);
  const routeKey = `${method} ${path}`;
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString: new URLSearchParams(queryStringParameters).toString(),
    headers: { ...HEADERS, ...(auth !== 'public' && { authorization: 'Bearer ACCESS_TOKEN' }), ...own.headers },
    ...(queryStringParameters && { queryStringParameters }),
    ...(pathParameters && { pathParameters }),
    requestContext: {
      accountId: '123456789012',
      apiId: 'a1b2c3d4e5',
      domainName: 'api.example.com',
      domainPrefix: 'api',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '192.0.2.10', userAgent: 'sample/1.0' },
      requestId: 'JKJaXmPLvHcESHA=',
      routeKey,
      stage: '$default',
      time: '21/Nov/2026:09:00:00 +0000',
      timeEpoch: 1795251600000,
    },
    ...(body !== undefined && { body }),
    isBase64Encoded: false,
  };
};

const valuesOf = (parameters: readonly Parameter[], known: Readonly<Record<string, string>>) =>
  Object.fromEntries(parameters.map(({ name, example }) => [name, known[name] ?? String(example ?? 'sample')]));

/**
 * Returns a sample event for an operation that has none: its required parameters and its body with the examples of the
 * API description.
 * @param known values of parameters and fields by name, in place of the examples: identifiers of sample records
 */
export const newSampleEvent = (operation: Operation, known: Readonly<Record<string, string>>) => {
  const described = buildOpenApi(registry.map((each) => each.operation)) as unknown as Described;
  const found = operationsOf(described).find(({ operationId }) => operationId === operation.id);
  const { parameters = [], requestBody } = found ?? {};
  const placed = (place: string) =>
    parameters.filter((each) => each.required && (each as Parameter & { in?: string }).in === place);
  const example = requestBody?.content['application/json']?.example as Record<string, unknown> | undefined;
  const body =
    example && Object.fromEntries(Object.entries(example).map(([name, value]) => [name, known[name] ?? value]));
  const [path, query] = [placed('path'), placed('query')];
  return sampleEvent(operation, {
    ...(path.length > 0 && { pathParameters: valuesOf(path, known) }),
    ...(query.length > 0 && { queryStringParameters: valuesOf(query, known) }),
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
};
