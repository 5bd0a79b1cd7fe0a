import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2 } from 'aws-lambda';
import findMyWay from 'find-my-way';
import type { AsyncHandler } from '../invoke.ts';

export type ApiHandler = AsyncHandler<APIGatewayProxyEventV2, APIGatewayProxyResultV2>;

/** One route of the HTTP API. `path` is in API Gateway's form: `/api/v1/documents/{document_id}`, `{rest+}` at the end. */
export interface Route {
  method: string;
  path: string;
  operationId: string;
  handler: ApiHandler;
}

export type Match =
  | { kind: 'route'; route: Route; pathParameters: Record<string, string> }
  | { kind: 'wrong-method'; allowed: string[] }
  | { kind: 'unknown' };

/** Finds the route of a request; a fixed segment wins over a parameter, as in API Gateway. */
export function routeMatcher(routes: Route[]): (method: string, encodedPath: string) => Match {
  const router = findMyWay({ maxParamLength: 2048, caseSensitive: true });
  for (const route of routes) {
    router.on(route.method as findMyWay.HTTPMethod, routerPath(route.path), () => undefined, route);
  }
  const methods = [...new Set(routes.map((route) => route.method))].sort();

  return (method, encodedPath) => {
    const find = (name: string) => router.find(name as findMyWay.HTTPMethod, encodedPath);
    const found = methods.includes(method) ? find(method) : null;
    if (found) {
      const route = found.store as Route;
      return { kind: 'route', route, pathParameters: parameters(route, found.params) };
    }
    const allowed = methods.filter((name) => find(name) !== null);
    return allowed.length > 0 ? { kind: 'wrong-method', allowed } : { kind: 'unknown' };
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
