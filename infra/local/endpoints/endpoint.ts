import * as z from 'zod';
import { LocalError } from '../local-error.ts';

/** An endpoint with OpenAI's protocol: Ollama, vLLM and others. */
export interface Endpoint {
  /** Without a trailing slash. */
  url: string;
  model: string;
  apiKey: string | undefined;
}

/** The purposes of endpoints, which are the prefixes of their variables' names. */
export const ENDPOINT_NAMES = ['EMBEDDER', 'DESCRIBER', 'BLOCK_READER'] as const;
type ModelEndpoint = (typeof ENDPOINT_NAMES)[number];

const Url = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .transform((url) => url.replace(/\/$/, ''));

/**
 * Returns the endpoint that `NAME_URL`, `NAME_MODEL` and `NAME_API_KEY` configure; undefined if they configure none.
 * @throws LocalError naming the variable
 */
export const localEndpoint = (name: ModelEndpoint, given: Record<string, string | undefined>): Endpoint | undefined => {
  if (!given[`${name}_URL`]) return undefined;
  const url = Url.safeParse(given[`${name}_URL`]);
  const wrong = (variable: string, problem: string) => new LocalError(`${variable} ${problem}, with ${name}_URL set.`);
  if (!url.success) throw wrong(`${name}_URL`, url.error.issues[0]!.message);
  const model = given[`${name}_MODEL`];
  if (!model) throw wrong(`${name}_MODEL`, 'must name the model');
  return { url: url.data, model, apiKey: given[`${name}_API_KEY`] || undefined };
};

/** Whether another request may succeed. */
const mayPass = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/**
 * Sends a request to an endpoint and returns its JSON.
 * @param path below its URL, with a leading slash
 * @throws Error with the status, and with `isFinal` if another request would fail too
 */
export const ask = async (endpoint: Endpoint, path: string, body: object, signal: AbortSignal): Promise<unknown> => {
  const response = await fetch(`${endpoint.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(endpoint.apiKey !== undefined && { authorization: `Bearer ${endpoint.apiKey}` }),
    },
    body: JSON.stringify({ model: endpoint.model, ...body }),
    signal,
  });
  if (response.ok) return response.json();
  const error = new Error(`${endpoint.model} answered ${response.status}: ${(await response.text()).slice(0, 200)}`);
  throw Object.assign(error, { isFinal: !mayPass(response.status) });
};
