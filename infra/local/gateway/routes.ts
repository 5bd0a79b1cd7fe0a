import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2 } from 'aws-lambda';
import findMyWay from 'find-my-way';
import type { AsyncHandler } from '../invoke.ts';

export type ApiHandler = AsyncHandler<APIGatewayProxyEventV2, APIGatewayProxyResultV2>;

/**
 * One route of the HTTP API. `path` is in API Gateway's format: `/api/v1/documents/{document_id}`, `{rest+}` at the
 * end.
 */
export interface Route {
  method: string;
  path: string;
  operationId: string;
  /** Timeout of the function. */
  timeoutSeconds: number;
  /** Whether the function calls others through the same gateway. */
  callsOthers?: boolean;
  handler: ApiHandler;
}

export interface RouteMatch {
  route: Route;
  pathParameters: Record<string, string>;
}

/** Longer than any request line that API Gateway accepts. */
const maxParamLength = 10_240;

/**
 * Returns a function that finds the route of a request; fixed segments take precedence over parameters, and parameters
 * are never empty, as in API Gateway.
 */
export function routeMatcher(routes: Route[]): (method: string, encodedPath: string) => RouteMatch | undefined {
  const router = findMyWay({ maxParamLength, caseSensitive: true });
  for (const route of routes) {
    router.on(route.method as findMyWay.HTTPMethod, routerPath(route.path), () => undefined, route);
  }
  const methods = new Set(routes.map((route) => route.method));

  return (given, encodedPath) => {
    const method = given === 'HEAD' ? 'GET' : given;
    const found = methods.has(method) ? router.find(method as findMyWay.HTTPMethod, encodedPath) : null;
    if (!found) return undefined;
    const route = found.store as Route;
    const pathParameters = parameters(route, found.params);
    return Object.values(pathParameters).includes('') ? undefined : { route, pathParameters };
  };
}

const placeholder = /\{(\w+)(\+?)\}/g;

function routerPath(path: string): string {
  const literal = path.replaceAll(':', '::');
  return literal.replace(placeholder, (_, name: string, greedy: string) => (greedy ? '*' : `:${name}`));
}

function parameters(route: Route, found: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    [...route.path.matchAll(placeholder)].map(([, name = '', greedy]) => [name, found[greedy ? '*' : name] ?? '']),
  );
}
