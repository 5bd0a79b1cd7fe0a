import type * as z from 'zod';

/** Maximum waits for `Retry-After` before the demonstration gives up. */
const MOST_WAITS = 30;

/** Thrown when a step of the demonstration has an unexpected result. */
export class DemoError extends Error {}

/** Calls operations as one user; a rate-limited call waits for `Retry-After`. */
export class DemoClient {
  readonly #baseUrl: string;
  readonly #token: string;
  constructor(baseUrl: string, token: string) {
    this.#baseUrl = baseUrl;
    this.#token = token;
  }

  /**
   * Calls an operation.
   * @throws DemoError with the service's message unless the response is a success
   */
  async call<S extends z.ZodType>(
    method: string,
    path: string,
    answer: S,
    body?: FormData | Record<string, unknown>,
  ): Promise<z.output<S>> {
    for (let waits = 0; ; waits++) {
      const form = body instanceof FormData;
      const response = await fetch(this.#baseUrl + path, {
        method,
        headers: {
          authorization: `Bearer ${this.#token}`,
          ...(body && !form && { 'content-type': 'application/json' }),
        },
        ...(body && { body: form ? body : JSON.stringify(body) }),
      });
      if (response.status === 429 && waits < MOST_WAITS) {
        const seconds = Number(response.headers.get('retry-after')) || 1;
        await response.body?.cancel();
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
        continue;
      }
      const text = await response.text();
      if (!response.ok) throw new DemoError(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
      return answer.parse(JSON.parse(text));
    }
  }
}

/**
 * Returns the bytes behind a presigned link.
 * @throws DemoError if the request fails
 */
export const fetchBytes = async (url: string): Promise<Uint8Array> => {
  const response = await fetch(url);
  if (!response.ok) throw new DemoError(`A link answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
  return new Uint8Array(await response.arrayBuffer());
};
