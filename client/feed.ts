import type { Api } from './client.ts';

/** Seconds that one request waits for events, the maximum of the operation. */
const WAIT = 20;
/** Milliseconds after which a record is read again although no event of it was received. */
const LONGEST = 20_000;

/** Resolves after the delay, or when the signal is aborted. */
export const later = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });

/** Waits for changes of one record. */
export interface Watch {
  /** Resolves with the next change since the last call, at the latest after so many milliseconds. */
  next(milliseconds: number): Promise<void>;
  end(): void;
}

interface Watched {
  hasChanged: boolean;
  wake: () => void;
}

/**
 * Follows the events of an organization with one waiting request, however many records are watched. Without the right
 * to read events, or against a service that has none, `next` resolves after growing delays instead: the caller polls.
 */
class Feed {
  readonly #api: Api;
  readonly #watched = new Map<string, Set<Watched>>();
  #following: { stop: AbortController; started: Promise<unknown> } | undefined;
  /** False once the feed could not be read. */
  #isReadable = true;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Watches a record; what changes after this call is not missed. */
  async watch(id: string): Promise<Watch> {
    const own: Watched = { hasChanged: false, wake: () => undefined };
    const all = this.#watched.get(id) ?? new Set();
    this.#watched.set(id, all.add(own));
    if (this.#isReadable) {
      this.#following ??= this.#follow();
      await this.#following.started;
    }
    let pause = 250;
    return {
      next: async (milliseconds) => {
        if (this.#isReadable) {
          await this.#change(own, Math.min(milliseconds, LONGEST));
        } else {
          await later(Math.min(milliseconds, pause));
          pause = Math.min(pause * 1.5, 3000);
        }
        own.hasChanged = false;
      },
      end: () => {
        all.delete(own);
        if (all.size === 0) this.#watched.delete(id);
        if (this.#watched.size > 0) return;
        this.#following?.stop.abort();
        this.#following = undefined;
      },
    };
  }

  async #change(own: Watched, milliseconds: number): Promise<void> {
    if (own.hasChanged) return;
    const woken = new AbortController();
    own.wake = () => woken.abort();
    await later(milliseconds, woken.signal);
  }

  #follow(): { stop: AbortController; started: Promise<unknown> } {
    const stop = new AbortController();
    const latest = this.#read('latest', 0, stop.signal);
    const follow = async () => {
      for (let after = await latest; ; ) after = await this.#read(after, WAIT, stop.signal);
    };
    follow().catch(() => {
      if (stop.signal.aborted) return;
      this.#isReadable = false;
      for (const each of this.#watched.values()) this.#wake(each);
    });
    return { stop, started: latest.catch(() => undefined) };
  }

  /** Reads one page, wakes what waits for its records, and returns the place after it. */
  async #read(after: string, wait: number, signal: AbortSignal): Promise<string> {
    const params = { query: { after, wait, limit: 100 } };
    const { data } = await this.#api.GET('/api/v1/events', { params, signal });
    if (!data) throw new Error('The events cannot be read');
    for (const { entity } of data.items) this.#wake(this.#watched.get(entity.id) ?? new Set());
    return data.cursor;
  }

  #wake(watched: ReadonlySet<Watched>): void {
    for (const each of watched) {
      each.hasChanged = true;
      each.wake();
    }
  }
}

const feeds = new WeakMap<Api, Feed>();

/** Watches a record through the client's only request for events. */
export const watch = (api: Api, id: string): Promise<Watch> => {
  const feed = feeds.get(api) ?? new Feed(api);
  feeds.set(api, feed);
  return feed.watch(id);
};
