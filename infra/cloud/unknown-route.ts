import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { HttpError } from '../../shared/http/http-error.ts';
import { errorResult } from '../../shared/http/respond.ts';

/** A route's method and the template of its path, `/api/v1/documents/{document_id}`. */
type Route = readonly [method: string, path: string];

const isParameter = (part: string): boolean => part.startsWith('{');

/** The gateway leaves a path as it is where its percent-encoding cannot be decoded: it is no path of any record. */
const isMalformed = (path: string): boolean => /%(?![0-9a-f]{2})/i.test(path);

/** Whether a path matches a route's template, segment by segment; no parameter is empty. */
const matches = (template: string, path: string): boolean => {
  const parts = template.split('/');
  const given = path.split('/');
  return (
    parts.length === given.length && parts.every((part, i) => (isParameter(part) ? given[i] !== '' : part === given[i]))
  );
};

/** Sorts templates of one path: at the first segment where they differ in kind, the fixed one comes before the parameter. */
const bySpecificity = (a: string, b: string): number => {
  const parameters = (template: string) => template.split('/').map((part) => (isParameter(part) ? '1' : '0'));
  return parameters(a).join('') < parameters(b).join('') ? -1 : 1;
};

/** The methods of a path: those of the template that stands for it, not of a wider one beside it. */
const methodsOf = (routes: readonly Route[], path: string): string[] => {
  const [own] = routes
    .map(([, template]) => template)
    .filter((template) => matches(template, path))
    .sort(bySpecificity);
  return own === undefined ? [] : routes.filter(([, template]) => template === own).map(([method]) => method);
};

/**
 * Answers what the gateway has no route for: 404, or for a path with other methods 405, with `Allow`; OPTIONS tells the
 * methods. Preflights come here too; the gateway adds its headers to their empty answer.
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
      return errorResult(requestContext, new HttpError('not_found', 'There is nothing at this path'));
    }
    if (isOptions) return { statusCode: 204, headers: { allow } };
    return errorResult(requestContext, new HttpError('method_not_allowed', 'Method Not Allowed', { allow }));
  };
