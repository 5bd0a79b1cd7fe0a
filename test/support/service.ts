import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueToken } from '../../infra/local/identity/access-token.ts';
import type { LocalQueueWorker, Registry } from '../../infra/local/load-registry.ts';
import type { Role } from '../../shared/domain/access/scopes.ts';
import { admitted } from '../../shared/domain/limits/rate-windows.ts';
import type { LimitsWrite } from '../../shared/ports.ts';

/** Rate limits so high that only tests that lower them reach them. */
export const UNLIMITED = {
  RATE_LIMIT_PER_MINUTE: '100000',
  RATE_LIMIT_PER_HOUR: '1000000',
  RATE_LIMIT_CONCURRENT: '1000',
};

/** How weakly the table behaves (`infra/local/local-settings.ts`) for a run of any suite: `npm run test:weak-table`. */
const weaknesses = (): Record<string, string> =>
  Object.fromEntries(
    ['TABLE_THROTTLED_EVERY', 'TABLE_STALE_READS'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every operation
  body: any;
}

export interface Api {
  /** A body that is neither a form nor a string is sent as JSON. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

export interface Who {
  user?: string;
  organization?: string;
  role?: Role;
  scope?: string;
  expiresInSeconds?: number;
}

/** Milliseconds for which a user's token is used again, as clients do; signing takes as long as a read. */
const TOKEN_REUSED = 20_000;

/** Calls the instance at an address as users whose tokens are signed with the key in its data directory. */
export const clientOf = (baseUrl: string, dataDir: string) => {
  const issued = new Map<string, { at: number; token: Promise<string> }>();
  const issue = ({ user = 'ann', organization = 'acme', role = 'manager', scope, expiresInSeconds }: Who) =>
    issueToken(dataDir, {
      issuer: baseUrl,
      user,
      organization,
      roles: [role],
      ...(scope !== undefined && { scope }),
      ...(expiresInSeconds !== undefined && { expiresInSeconds }),
    });
  const token = (who: Who = {}): Promise<string> => {
    const now = Date.now();
    const name = JSON.stringify(who);
    const known = issued.get(name);
    if (known && who.expiresInSeconds === undefined && Math.abs(now - known.at) < TOKEN_REUSED) return known.token;
    const made = issue(who);
    issued.set(name, { at: now, token: made });
    return made;
  };

  const withToken = (bearer: string | undefined): Api => ({
    call: async (method, path, body, headers = {}) => {
      const raw = body === undefined || body instanceof FormData || typeof body === 'string';
      const response = await fetch(baseUrl + path, {
        method,
        redirect: 'manual',
        headers: {
          ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
          ...(!raw && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: raw ? (body as string | FormData) : JSON.stringify(body) }),
      });
      const text = await response.text();
      const json = response.headers.get('content-type')?.includes('json') && text !== '';
      return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : undefined };
    },
  });

  return { token, withToken, as: async (who: Who = {}): Promise<Api> => withToken(await token(who)) };
};

/** Admits every request and counts it here: in the table this takes half of the calls of a read. */
const limitsInMemory = (): LimitsWrite => {
  let count = 0;
  return {
    admit: async (request) => {
      count += 1;
      return admitted(request, { minute: count, hour: count, inFlight: 1 }, request.now);
    },
    release: async () => {},
  };
};

/** Resolves when a worker behind a queue has next ended its work in this process. */
let workEnds = Promise.withResolvers<void>();
/** Services in this process that announce the ends of their work. */
let announcing = 0;

/** Announces when a worker behind a queue has ended its work. */
const announcingEnds = ({ worker, handler }: LocalQueueWorker): LocalQueueWorker => ({
  worker,
  handler: async (...given) => {
    try {
      return await handler(...given);
    } finally {
      workEnds.resolve();
      workEnds = Promise.withResolvers();
    }
  },
});

/**
 * Starts the whole service in this process, with a data directory of its own.
 *
 * @param options `limited: true` counts requests in the table, as outside tests: for tests of limits and of the table's
 * calls; `idle: true` runs no worker for the queues and schedules: the test calls workers itself; `followed:
 * false` runs nothing behind the table's stream, so that no change is indexed and no notification sent; `threads: true` runs
 * workers that compute for seconds in threads, as `npm start` does; `wrap` wraps the functions
 */
export const startService = async (
  environment: Record<string, string> = {},
  options: {
    limited?: boolean;
    idle?: boolean;
    followed?: boolean;
    threads?: boolean;
    wrap?: (registry: Registry) => Registry;
  } = {},
) => {
  const { startLocal } = await import('../../infra/local/start-local.ts');
  const { isQueueWorker, loadRegistry } = await import('../../infra/local/load-registry.ts');
  const dataDir = await mkdtemp(join(tmpdir(), 'service-'));
  const quiet = { LOG_LEVEL: 'silent', STRICT_TABLE: '1', ...weaknesses(), ...UNLIMITED, ...environment };
  const {
    limited = false,
    idle = false,
    followed = true,
    threads = false,
    wrap = (loaded: Registry) => loaded,
  } = options;
  const { provide } = await import('../../shared/http/provide.ts');
  const loaded = await loadRegistry();
  if (!limited) provide({ 'limits.write': limitsInMemory });
  const workers = loaded.workers.filter(({ worker }) => !idle && (followed || !('stream' in worker)));
  const wrapped = wrap({ ...loaded, workers });
  const announced = wrapped.workers.map((each) => (isQueueWorker(each) ? announcingEnds(each) : each));
  const registry = { ...wrapped, workers: announced };
  const local = await startLocal({ port: 0, dataDir, quiet: true, threads, environment: quiet, registry });
  if (!idle) announcing++;
  return {
    ...local,
    ...clientOf(local.baseUrl, dataDir),
    dataDir,
    end: async () => {
      if (!idle) announcing--;
      await local.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
export type Service = Awaited<ReturnType<typeof startService>>;

/** Milliseconds between two questions at most, where nothing announces an answer, and where the end of the work does. */
const LONGEST_WAIT = 250;
const LONGEST_ANNOUNCED_WAIT = 1000;

/**
 * Asks until there is an answer: after each end of a worker's work in this process, and from time to time.
 * @throws Error if there is none after `seconds`
 */
export const eventually = async <T>(ask: () => Promise<T | undefined>, seconds = 400): Promise<T> => {
  const end = Date.now() + seconds * 1000;
  for (let wait = 20; ; wait *= 2) {
    // Taken before the question, which an end during it may outdate.
    const { promise: workEnded } = workEnds;
    const found = await ask();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`It did not come about within ${seconds} seconds`);
    const longest = announcing > 0 ? LONGEST_ANNOUNCED_WAIT : LONGEST_WAIT;
    const { promise: waited, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, Math.min(wait, longest));
    await Promise.race([workEnded, waited]);
    clearTimeout(timer);
  }
};
