import type { Jwks } from 'aws-jwt-verify/jwk';
import { Unavailable } from '../domain/errors.ts';
import { errorFields, log } from '../log.ts';
import { usableKeys } from './usable-keys.ts';

export interface KeySetOptions {
  /** Milliseconds after which keys are fetched again: a removed key is accepted for at most this time. */
  maximumAge: number;
  /** Milliseconds for which cached keys are used while the provider does not respond. */
  staleAge: number;
  /** Minimum milliseconds between two fetches for an unknown key id, or after a failed fetch. */
  cooldown: number;
  /** Milliseconds until a fetch times out. */
  timeout: number;
  fetch: typeof fetch;
  now: () => number;
}

const DEFAULTS: KeySetOptions = {
  maximumAge: 10 * 60_000,
  staleAge: 60 * 60_000,
  cooldown: 10_000,
  timeout: 3_000,
  fetch: (input, init) => fetch(input, init),
  now: Date.now,
};
const MAXIMUM_BYTES = 512 * 1024;

interface Generation<V> {
  value: V;
  keyIds: ReadonlySet<string>;
  fetchedAt: number;
}

/**
 * The provider's published keys. They are fetched on first use, again after `maximumAge`, and once when a token has an
 * unknown key id. `build` creates a verifier for exactly these keys, so that nothing of an earlier set, not even a
 * parsed key, outlives it.
 */
export class KeySet<V> {
  readonly #url: string;
  readonly #build: (keys: Jwks) => V;
  readonly #options: KeySetOptions;
  #current: Generation<V> | undefined;
  #fetching: Promise<Generation<V>> | undefined;
  #notBefore = 0;

  constructor(url: string, build: (keys: Jwks) => V, options: Partial<KeySetOptions> = {}) {
    this.#url = url;
    this.#build = build;
    this.#options = { ...DEFAULTS, ...options };
  }

  /**
   * Returns the verifier for a token with `keyId`. If the keys do not include that id, the verifier rejects the token.
   * @throws Unavailable if there are no keys that may still be used and none can be fetched
   */
  async forKey(keyId: string): Promise<V> {
    const { now, maximumAge, staleAge } = this.#options;
    const age = this.#current ? now() - this.#current.fetchedAt : Number.POSITIVE_INFINITY;
    const current = age < staleAge ? this.#current : undefined;
    if (current && age < maximumAge && current.keyIds.has(keyId)) return current.value;
    if (!this.#fetching && now() < this.#notBefore) {
      if (current) return current.value;
      throw this.#unavailable();
    }
    try {
      const fetched = await this.#refresh();
      if (!fetched.keyIds.has(keyId)) this.#pause();
      return fetched.value;
    } catch (error) {
      this.#pause();
      log('warn', 'the keys of the identity provider cannot be fetched', errorFields(error));
      if (current) return current.value;
      throw this.#unavailable();
    }
  }

  /** Prevents a fetch per request for invented key ids, or while the provider is down. */
  #pause(): void {
    this.#notBefore = this.#options.now() + this.#options.cooldown;
  }

  #unavailable(): Unavailable {
    const seconds = Math.ceil((this.#notBefore - this.#options.now()) / 1000);
    return new Unavailable('The identity provider does not respond', Math.max(1, seconds));
  }

  /** Runs one fetch at a time, shared by all waiting requests. */
  #refresh(): Promise<Generation<V>> {
    this.#fetching ??= this.#fetch().finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  async #fetch(): Promise<Generation<V>> {
    const response = await this.#options.fetch(this.#url, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(this.#options.timeout),
    });
    if (response.status !== 200) throw new Error(`The address of the key set responded with ${response.status}`);
    const text = await response.text();
    if (text.length > MAXIMUM_BYTES) throw new Error('The key set is too large');
    const keys = usableKeys(JSON.parse(text));
    const keyIds = new Set(keys.map((key) => key.kid));
    this.#current = { value: this.#build({ keys }), keyIds, fetchedAt: this.#options.now() };
    return this.#current;
  }
}
