import type { Jwks } from 'aws-jwt-verify/jwk';
import { Unavailable } from '../domain/errors.ts';
import { errorFields, log } from '../log.ts';
import { usableKeys } from './usable-keys.ts';

export interface KeySetOptions {
  /** Milliseconds after which keys are fetched again: how long a removed key may still be accepted. */
  maximumAge: number;
  /** Milliseconds for which keys serve on while the provider does not answer. */
  staleAge: number;
  /** Least milliseconds between two fetches for an unknown key id, or after a failed fetch. */
  cooldown: number;
  /** Milliseconds the provider has to answer. */
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
 * The provider's published keys. They are fetched on first use, again when they are `maximumAge` old, and once when a
 * token names a key id that is not among them. `build` makes what verifies with exactly these keys: nothing of an
 * earlier set, no parsed key either, outlives the set.
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
   * What verifies a token that names `keyId`. Keys without that id are answered too: the verification says no.
   * @throws Unavailable when there are no keys that may still be used and the provider gives none
   */
  async forKey(keyId: string): Promise<V> {
    const { now, maximumAge, staleAge } = this.#options;
    const age = this.#current ? now() - this.#current.fetchedAt : Number.POSITIVE_INFINITY;
    const current = age < staleAge ? this.#current : undefined;
    if (current && age < maximumAge && current.keyIds.has(keyId)) return current.value;
    if (!this.#fetching && now() < this.#notBefore) {
      if (current) return current.value;
      throw this.#down();
    }
    try {
      const fetched = await this.#refresh();
      if (!fetched.keyIds.has(keyId)) this.#pause();
      return fetched.value;
    } catch (error) {
      this.#pause();
      log('warn', 'the keys of the identity provider cannot be fetched', errorFields(error));
      if (current) return current.value;
      throw this.#down();
    }
  }

  /** Invented key ids and a provider that is down must not turn into a fetch per request. */
  #pause(): void {
    this.#notBefore = this.#options.now() + this.#options.cooldown;
  }

  #down(): Unavailable {
    const seconds = Math.ceil((this.#notBefore - this.#options.now()) / 1000);
    return new Unavailable('The identity provider does not answer', Math.max(1, seconds));
  }

  /** One fetch at a time, shared by all who wait. */
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
    if (response.status !== 200) throw new Error(`The key set's address answers ${response.status}`);
    const text = await response.text();
    if (text.length > MAXIMUM_BYTES) throw new Error('The key set is too large');
    const keys = usableKeys(JSON.parse(text));
    const keyIds = new Set(keys.map((key) => key.kid));
    this.#current = { value: this.#build({ keys }), keyIds, fetchedAt: this.#options.now() };
    return this.#current;
  }
}
