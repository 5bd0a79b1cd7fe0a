import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { asPageFor } from './error-pages.ts';
import { HttpError } from './http-error.ts';
import { errorResult } from './respond.ts';

/** A route's method and path template, `/api/v1/documents/{document_id}`. */
type Route = readonly [method: string, path: string];

const isParameter = (part: string): boolean => part.startsWith('{');

/** The gateway does not decode a path with invalid percent-encoding, which cannot identify a record. */
const isMalformed = (path: string): boolean => /%(?![0-9a-f]{2})/i.test(path);

/** Links for people are below this path: a browser that opens an incomplete one gets a page, as for an expired one. */
const LINKS = '/api/public/';

/** Whether a path matches a route's template segment by segment; parameters must not be empty. */
const matches = (template: string, path: string): boolean => {
  const parts = template.split('/');
  const given = path.split('/');
  return (
    parts.length === given.length && parts.every((part, i) => (isParameter(part) ? given[i] !== '' : part === given[i]))
  );
};

/** Sorts templates that match one path: at the first difference, a fixed segment precedes a parameter. */
const bySpecificity = (a: string, b: string): number => {
  const parameters = (template: string) => template.split('/').map((part) => (isParameter(part) ? '1' : '0'));
  return parameters(a).join('') < parameters(b).join('') ? -1 : 1;
};

/** Returns the methods of a path: those of the most specific template that matches it. */
const methodsOf = (routes: readonly Route[], path: string): string[] => {
  const [own] = routes
    .map(([, template]) => template)
    .filter((template) => matches(template, path))
    .sort(bySpecificity);
  return own === undefined ? [] : routes.filter(([, template]) => template === own).map(([method]) => method);
};

/**
 * Handles requests that match no route: 404, or 405 with `Allow` for a path with other methods; OPTIONS returns the
 * methods. Preflight requests get an empty response, to which the gateway adds its headers.
 */
export const unknownRoute =
  (routes: readonly Route[]) =>
  async ({
    rawPath,
    headers,
    requestContext,
  }: Pick<APIGatewayProxyEventV2, 'rawPath' | 'headers'> & {
    requestContext: { requestId: string; http: { method: string } };
  }): Promise<APIGatewayProxyStructuredResultV2> => {
    const methods = methodsOf(routes, rawPath);
    const allow = [...new Set(methods), ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ');
    const isOptions = requestContext.http.method === 'OPTIONS';
    if (isOptions && headers['access-control-request-method'] !== undefined) return { statusCode: 204 };
    if (methods.length === 0 || isMalformed(rawPath)) {
      const answer = errorResult(requestContext, new HttpError('not_found', 'There is nothing at this path'));
      return rawPath.startsWith(LINKS) ? asPageFor(headers.accept, answer) : answer;
    }
    if (isOptions) return { statusCode: 204, headers: { allow } };
    return errorResult(
      requestContext,
      new HttpError('method_not_allowed', 'Method Not Allowed', { headers: { allow } }),
    );
  };
