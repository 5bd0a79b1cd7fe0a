import createFetchClient from 'openapi-fetch';
import type { components, paths } from './api.d.ts';
import { later, watch } from './feed.ts';
import { randomId } from './random-id.ts';

export type Document = components['schemas']['Document'];
export type Comparison = components['schemas']['DrawingComparison'];

/**
 * Returns the service's `detail` as one sentence; for invalid input it names each field, as in `body.title: Field
 * required`.
 */
const sentenceOf = (detail: unknown, status: number): string => {
  if (typeof detail === 'string') return detail;
  if (!Array.isArray(detail)) return `The service answered ${status}`;
  return detail.map(({ loc = [], msg }: { loc?: string[]; msg: string }) => `${loc.join('.')}: ${msg}`).join('; ');
};

/** A response that is not a success; `message` is the service's own `detail`. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** The stable name of the kind of error. */
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  constructor(status: number, { detail, code, request_id }: { detail?: unknown; code?: string; request_id?: string }) {
    super(sentenceOf(detail, status));
    this.status = status;
    this.code = code;
    this.requestId = request_id;
  }
}

export interface ClientOptions {
  /** The URL of the service: `http://localhost:3000`. */
  baseUrl: string;
  /**
   * An access token, or a function that returns one; called again when the service reports that the token has expired.
   */
  token: string | (() => string | Promise<string>);
  /** How often a request that was rejected (429, 503) or lost is retried; 4 by default. */
  retries?: number;
  /** Maximum seconds between two attempts; 60 by default. */
  longestWait?: number;
}

/**
 * Returns a function that sends requests with a token and an idempotency key, and retries them if that is safe and
 * useful.
 */
const sender = ({ token, retries = 4, longestWait = 60 }: ClientOptions) => {
  let known = typeof token === 'string' ? token : undefined;
  const fresh = async (): Promise<string> => (typeof token === 'string' ? token : await token());

  return async (request: Request): Promise<Response> => {
    // The same key for all attempts, so that the request is executed once.
    if (request.method === 'POST' && !request.headers.has('idempotency-key')) {
      request.headers.set('idempotency-key', randomId());
    }
    for (let attempt = 0, renewed = false; ; attempt++) {
      known ??= await fresh();
      request.headers.set('authorization', `Bearer ${known}`);
      // Without the signal a pending request may never be aborted: a clone is garbage, and its link to its signal is weak.
      const answer = await fetch(request.clone(), { signal: request.signal }).catch((error: unknown) => {
        if (attempt >= retries || request.signal.aborted) throw error;
        return undefined;
      });
      if (answer?.status === 401 && typeof token === 'function' && !renewed) {
        known = undefined;
        renewed = true;
        continue;
      }
      if (answer && ![429, 503].includes(answer.status)) return answer;
      if (answer && attempt >= retries) return answer;
      const asked = Number(answer?.headers.get('retry-after')) || Math.min(2 ** attempt / 2, 8);
      if (asked > longestWait && answer) return answer;
      await answer?.body?.cancel();
      await later(asked * 1000, request.signal);
    }
  };
};

/**
 * Returns typed calls of every operation (`openapi-fetch`): `api.GET('/api/v1/projects', …)`. Unknown query parameters
 * are rejected, so that a misspelt filter never returns an unfiltered list.
 */
export const createApi = (options: ClientOptions) =>
  createFetchClient<paths>({
    baseUrl: options.baseUrl.replace(/\/$/, ''),
    headers: { prefer: 'handling=strict' },
    fetch: sender(options),
  });
export type Api = ReturnType<typeof createApi>;

/**
 * Returns the body of a successful response.
 * @throws ApiError otherwise
 */
export const ok = async <T>(
  answer: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<NonNullable<T>> => {
  const { data, error, response } = await answer;
  if (!response.ok || data === undefined || data === null) throw new ApiError(response.status, error ?? {});
  return data;
};

/**
 * Yields every record of a paged list.
 * @param page requests one page, counted from 1
 */
export async function* each<T>(page: (number: number) => Promise<{ items: T[]; total: number }>): AsyncGenerator<T> {
  for (let number = 1, seen = 0; ; number++) {
    const { items, total } = await page(number);
    yield* items;
    seen += items.length;
    if (items.length === 0 || seen >= total) return;
  }
}

/** Yields every document of a project that exists at the first request, the newest first. */
export const documentsOf = (api: Api, project_id: string) => {
  // Documents added later would move others to the next page, which would then be yielded twice.
  let created_at_end: string | undefined;
  return each(async (page) => {
    const query = { project_id, page, size: 100, compact: true, ...(created_at_end && { created_at_end }) };
    const found = await ok(api.GET('/api/v1/documents', { params: { query } }));
    created_at_end ??= found.items[0]?.created_at;
    return found;
  });
};

/** Maximum documents deleted by one request. */
const DELETED_AT_ONCE = 500;

/**
 * Deletes documents and returns the result for each, in their order; one that cannot be deleted does not affect the
 * others.
 */
export const deleteDocuments = async (api: Api, ids: readonly string[]) => {
  const results: components['schemas']['BulkResult'][] = [];
  for (let start = 0; start < ids.length; start += DELETED_AT_ONCE) {
    const body = { document_ids: ids.slice(start, start + DELETED_AT_ONCE) };
    results.push(...(await ok(api.POST('/api/v1/documents/bulk-delete', { body }))).results);
  }
  return results;
};

export interface Waiting {
  /** Seconds; 600 by default. */
  timeout?: number;
  onProgress?: (status: string) => void;
}

/**
 * Reads a record, and again with each of its events, until its work has ended.
 * @throws Error after the timeout
 */
const until = async <T>(
  api: Api,
  id: string,
  ask: () => Promise<{ status: string; ended: boolean; value: T }>,
  waiting: Waiting,
): Promise<T> => {
  const end = Date.now() + (waiting.timeout ?? 600) * 1000;
  let reported: string | undefined;
  const changes = await watch(api, id);
  try {
    for (;;) {
      const { status, ended, value } = await ask();
      if (status !== reported) waiting.onProgress?.(status);
      reported = status;
      if (ended) return value;
      if (Date.now() >= end) throw new Error(`Still ${status} after ${waiting.timeout ?? 600} seconds`);
      await changes.next(end - Date.now());
    }
  } finally {
    changes.end();
  }
};

/** Returns the document when its file, including scanned pages, has been processed. */
export const processed = (api: Api, document_id: string, waiting: Waiting = {}): Promise<Document> =>
  until(
    api,
    document_id,
    async () => {
      const value = await ok(api.GET('/api/v1/documents/{document_id}', { params: { path: { document_id } } }));
      const isOver = ['PROCESSED', 'FAILED', 'DUPLICATE', 'ACCEPTED'].includes(value.processing_status);
      const isReading = value.text_status === 'recognising';
      return { status: isReading ? 'recognising text' : value.processing_status, ended: isOver && !isReading, value };
    },
    waiting,
  );

/**
 * Compares two documents and returns the comparison when it is ready.
 * @throws Error if it fails
 */
export const compare = async (api: Api, older: string, newer: string, waiting: Waiting = {}): Promise<Comparison> => {
  const body = { original_document_id: older, comparison_document_id: newer };
  const { drawing_comparison_id } = await ok(api.POST('/api/v1/drawing-comparisons', { body }));
  const path = { drawing_comparison_id };
  const comparison = await until(
    api,
    drawing_comparison_id,
    async () => {
      const answer = await ok(api.GET('/api/v1/drawing-comparisons/{drawing_comparison_id}', { params: { path } }));
      const { drawing_comparison: value } = answer;
      return { status: value.status, ended: ['ready', 'failed'].includes(value.status), value };
    },
    waiting,
  );
  if (comparison.status === 'failed') throw new Error(comparison.error ?? 'The comparison failed');
  return comparison;
};

/**
 * Returns a link that shows a document or a comparison in the browser without a token, as long as the caller may see it.
 * @param body names the record; `permission`, `expires_in` in seconds and `frame_ancestors` are optional
 */
export const viewerUrl = async (api: Api, body: components['schemas']['CreateViewerLinkBody']): Promise<string> =>
  (await ok(api.POST('/api/v1/viewer-links', { body }))).url;

/**
 * Returns a link to the report of a comparison that is ready, one file for the browser. It works for one hour without a
 * token.
 */
export const reportUrl = async (api: Api, drawing_comparison_id: string): Promise<string> => {
  const path = { drawing_comparison_id, name: 'report.html' as const };
  const route = '/api/v1/drawing-comparisons/{drawing_comparison_id}/exports/{name}';
  return (await ok(api.GET(route, { params: { path } }))).download_url;
};
