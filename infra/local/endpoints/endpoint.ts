import * as z from 'zod';
import { LocalError } from '../local-error.ts';

/** An endpoint of OpenAI's protocol: Ollama, vLLM and others. */
export interface Endpoint {
  /** Without a slash at the end. */
  url: string;
  model: string;
  apiKey: string | undefined;
}

/** What endpoints are for, as the first part of their variables' names. */
export type EndpointName = 'EMBEDDER' | 'DESCRIBER';

const Url = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .transform((url) => url.replace(/\/$/, ''));

/**
 * What `NAME_URL`, `NAME_MODEL` and `NAME_API_KEY` say of an endpoint; undefined where they name none.
 * @throws LocalError that names the variable
 */
export const endpointOf = (name: EndpointName, given: Record<string, string | undefined>): Endpoint | undefined => {
  if (!given[`${name}_URL`]) return undefined;
  const url = Url.safeParse(given[`${name}_URL`]);
  const wrong = (variable: string, problem: string) => new LocalError(`${variable} ${problem}, with ${name}_URL set.`);
  if (!url.success) throw wrong(`${name}_URL`, url.error.issues[0]!.message);
  const model = given[`${name}_MODEL`];
  if (!model) throw wrong(`${name}_MODEL`, 'must name the model');
  return { url: url.data, model, apiKey: given[`${name}_API_KEY`] || undefined };
};

/** A refusal that another request would not meet. */
const mayPass = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/**
 * The JSON that an endpoint answers.
 * @param path below its address, with a slash first
 * @throws Error with its status, and with `isFinal` where another request would not fare better
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
