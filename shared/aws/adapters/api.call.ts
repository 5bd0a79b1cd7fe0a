import { Unavailable } from '../../domain/errors.ts';
import type { ApiCall } from '../../ports.ts';

/** Sends a request like any outside client: none of the function's own rights apply to it. */
export const adapter = (): ApiCall => ({
  call: async ({ method, url, authorization, body, timeoutMs }) => {
    const answer = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: Error) => {
      throw new Unavailable('The service did not answer in time', undefined, { cause: error });
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') && text !== '';
    const retryAfter = answer.headers.get('retry-after');
    return { status: answer.status, body: isJson ? JSON.parse(text) : text, retryAfter };
  },
});
