import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

const json = { 'content-type': 'application/json' };

/** Whether a path matches a route's template, segment by segment; the gateway has decoded nothing yet. */
const matches = (template: string, path: string): boolean => {
  const parts = template.split('/');
  const given = path.split('/');
  return (
    parts.length === given.length &&
    parts.every((part, i) => (part.startsWith('{') ? given[i] !== '' : part === given[i]))
  );
};

/**
 * Answers what the gateway has no route for: 405 where the path has other methods, 404 elsewhere. Preflights come
 * here too; the gateway adds its headers to their empty answer.
 */
export const unknownRoute =
  (routes: readonly (readonly [method: string, path: string])[]) =>
  async ({ rawPath, requestContext }: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
    if (requestContext.http.method === 'OPTIONS') return { statusCode: 204 };
    const methods = routes.filter(([, path]) => matches(path, rawPath)).map(([method]) => method);
    if (methods.length === 0) return { statusCode: 404, headers: json, body: JSON.stringify({ detail: 'Not Found' }) };
    return {
      statusCode: 405,
      headers: { ...json, allow: [...new Set(methods), 'OPTIONS'].sort().join(', ') },
      body: JSON.stringify({ detail: 'Method Not Allowed' }),
    };
  };
