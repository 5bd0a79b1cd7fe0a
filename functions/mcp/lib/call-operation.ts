import { environment, required } from '../../../shared/environment.ts';
import type { ApiCall } from '../../../shared/ports.ts';
import type { CallOperation, Json } from './call-types.ts';
import type { CallShape, Catalogue } from './catalogue.ts';

/** Formats a value for a URL: lists are comma-separated, as the API expects. */
const written = (value: unknown): string => (Array.isArray(value) ? value.map(String).join(',') : String(value));

const requestOf = ({ method, path, places, hasBody }: CallShape, given: Json) => {
  const query = new URLSearchParams();
  const body: Json = {};
  let address = path;
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const place = places.get(name);
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(written(value)));
    else if (place === 'query') query.set(name, written(value));
    else body[name] = value;
  }
  const search = query.size > 0 ? `?${query}` : '';
  const base = required(environment(), 'PUBLIC_BASE_URL');
  return { method, url: `${base}${address}${search}`, ...(hasBody && { body }) };
};

/**
 * Returns a function that calls operations as the caller: each call is authorized, rate-limited and counted like any
 * other.
 * @param authorization the caller's own Authorization header
 */
export const operationCaller =
  (catalogue: Catalogue, api: ApiCall, authorization: string, timeoutMs: () => number): CallOperation =>
  (operation, given) =>
    api.call({ ...requestOf(catalogue.place(operation), given), authorization, timeoutMs: timeoutMs() });
