import type { Environment } from '../../environment.ts';
import { errorFields, log } from '../../log.ts';
import type { SearchRead } from '../../ports.ts';
import { queueAdapter } from '../clients/queue.ts';
import { find } from '../search/find.ts';
import { readPlaceOf } from '../search/index-place.ts';
import { listDocuments } from '../search/listed-documents.ts';
import { IndexReader, type IndexView } from '../search/reader.ts';
import { suggest } from '../search/suggest-names.ts';

/** Milliseconds that an index may lag before a reader requests an update, and between two such requests. */
const PATIENCE = 20_000;

/**
 * Searches an organization's index, and reads records changed since then from the table, strongly consistent. Readers
 * request an update of an index that lags, is missing or was made by another model, so that a lost message only delays
 * indexing.
 */
export const adapter = (environment: Environment): SearchRead => {
  const reader = new IndexReader(readPlaceOf(environment));
  const queue = queueAdapter('search')(environment);
  const asked = new Map<string, number>();

  const askFor = (organizationId: string, { state, behind }: IndexView, model: string | undefined): void => {
    const isOfModel = model === undefined || state?.model === model;
    if (state && isOfModel && behind <= PATIENCE) return;
    if (Date.now() - (asked.get(organizationId) ?? 0) < PATIENCE) return;
    asked.set(organizationId, Date.now());
    queue
      .send({ organization_id: organizationId, task: 'follow' })
      .catch((error: unknown) => log('warn', 'The search index could not be requested', errorFields(error)));
  };

  /** Runs `work` on the current view; an index that was rebuilt in the meantime is opened again. */
  const inView = async <T>(
    organizationId: string,
    work: (view: IndexView) => Promise<T>,
    model?: string,
  ): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      try {
        const view = await reader.view(organizationId);
        askFor(organizationId, view, model);
        return await work(view);
      } catch (error) {
        reader.forget(organizationId);
        if (attempt === 2) throw error;
      }
    }
  };

  return {
    find: (organizationId, request) => inView(organizationId, (view) => find(view, request), request.vector?.model),
    documents: (organizationId, request) => inView(organizationId, (view) => listDocuments(view, request)),
    suggest: (organizationId, request) => inView(organizationId, async (view) => suggest(view, request)),
  };
};
