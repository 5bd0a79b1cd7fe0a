import * as z from 'zod';
import type { Caller } from '../../../shared/domain/access/caller.ts';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { DocumentId } from '../../../shared/domain/documents/values.ts';
import { Unavailable } from '../../../shared/domain/errors.ts';
import { ErrorFacts, errorFactsOf } from '../../../shared/http/error-facts.ts';
import { etag } from '../../../shared/http/etag.ts';
import { idsUnder } from '../../../shared/http/identifiers.ts';
import type { ProjectAccess } from '../../../shared/http/operation.ts';
import { errorFields, log } from '../../../shared/log.ts';
import { createSemaphore } from '../../../shared/semaphore.ts';

/** Documents of one request. */
export const MOST_DOCUMENTS = 500;
/** Documents that are changed at a time: transactions of one project or revision chain contend with each other. */
const AT_ONCE = 8;
/** Runs of a change whose dependencies fail: under its own identifiers it meets what an earlier run has written. */
const ATTEMPTS = 3;
/** Milliseconds kept back, in which those that have begun end and the answer is sent. */
const RESERVE_MS = 5_000;

const BulkResult = z
  .object({
    document_id: DocumentId,
    status: z.int().meta({ description: 'The status that a request for this document alone has', example: 200 }),
    etag: z.string().nullable().meta({
      description: 'The version that the document has, as `If-Match` takes it; null for an error',
      example: '"5"',
    }),
    error: ErrorFacts.nullable().meta({ description: 'What went wrong; null where nothing did' }),
  })
  .meta({ id: 'BulkResult', description: 'What became of one document' });

type BulkResult = z.input<typeof BulkResult>;

export const BulkResults = z.object({
  results: z.array(BulkResult).meta({ description: 'One for each document, in the order of the request' }),
  succeeded: z.int().meta({ description: 'Results without an error', example: 499 }),
  failed: z.int().meta({ description: 'Results with an error', example: 1 }),
});

/** The end of each description: what a client has to know about partial success. */
export const HOW_BULK_ENDS =
  'Each document is a change of its own: one that fails leaves the others as they are, and its result has the status and ' +
  'error that a request for it alone would have. A result with the status 503 was not reached in time: send that one again.';

/** One list of identifiers without repetitions: two changes of one document have no order. */
export const isUnique = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;

interface BulkRequest {
  caller: Caller;
  projects: ProjectAccess;
  now: Date;
  newId: () => string;
  remainingMilliseconds(): number;
}

/**
 * Runs a change for each document, a few at a time, and gives one result for each. The identifiers of each document's
 * writes depend on its place alone, so that a repeated request meets its own earlier writes.
 *
 * @param field the field of the body that lists the documents
 * @param work resolves to the record that the change left
 */
export const eachDocument = async <T extends { document_id: string }>(
  request: BulkRequest,
  field: string,
  items: readonly T[],
  work: (
    one: Pick<BulkRequest, 'caller' | 'projects' | 'now' | 'newId'> & { params: { document_id: string } },
    item: T,
  ) => Promise<DocumentRecord>,
): Promise<z.input<typeof BulkResults>> => {
  const { caller, projects, now } = request;
  const inTurn = createSemaphore(AT_ONCE);
  const hasTime = () => request.remainingMilliseconds() >= RESERVE_MS;
  const resultOf = async (item: T, i: number, id: string): Promise<BulkResult> => {
    const { document_id } = item;
    for (let attempt = 1; ; attempt++) {
      try {
        if (!hasTime()) throw new Unavailable('The document was not reached in time: send it again');
        const { record_version } = await work(
          { caller, projects, now, newId: idsUnder(id), params: { document_id } },
          item,
        );
        return { document_id, status: 200, etag: etag(record_version), error: null };
      } catch (error) {
        const { status, facts } = errorFactsOf(error, { name: 'Document', loc: ['body', field, String(i)] });
        if (status >= 500 && attempt < ATTEMPTS && hasTime()) continue;
        if (status === 500) log('error', 'a document of a bulk request failed', { document_id, ...errorFields(error) });
        return { document_id, status, etag: null, error: facts };
      }
    }
  };
  const results = await Promise.all(
    items.map((item, i) => {
      const id = request.newId();
      return inTurn(() => resultOf(item, i, id));
    }),
  );
  const failed = results.filter(({ error }) => error !== null).length;
  return { results, succeeded: results.length - failed, failed };
};
