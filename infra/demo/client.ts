import type * as z from 'zod';

/** Waits that the service itself asks for; a demo that is told to wait longer gives up. */
const MOST_WAITS = 30;

/** A step of the demo that did not do what it says. */
export class DemoError extends Error {}

/** Calls of one user; a rate-limited one waits as long as `Retry-After` says. */
export class Client {
  readonly #baseUrl: string;
  readonly #token: string;
  constructor(baseUrl: string, token: string) {
    this.#baseUrl = baseUrl;
    this.#token = token;
  }

  /** @throws DemoError with the service's own words when the answer is not a success */
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

/** Bytes behind a presigned link. @throws DemoError when it does not answer them */
export const fetchBytes = async (url: string): Promise<Uint8Array> => {
  const response = await fetch(url);
  if (!response.ok) throw new DemoError(`A link answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
  return new Uint8Array(await response.arrayBuffer());
};
