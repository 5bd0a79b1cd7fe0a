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

/** Maximum documents of one request. */
export const MOST_DOCUMENTS = 500;
/** Documents changed concurrently: transactions of one project or revision chain contend with each other. */
const AT_ONCE = 8;
/** Attempts of a change whose dependencies fail: its identifiers are fixed, so it recognises its own earlier writes. */
const ATTEMPTS = 3;
/** Milliseconds reserved for finishing the changes in progress and sending the response. */
const RESERVE_MS = 5_000;

const BulkResult = z
  .object({
    document_id: DocumentId,
    status: z.int().meta({ description: 'The status of an individual request for this document', example: 200 }),
    etag: z.string().nullable().meta({
      description: 'The version of the document for `If-Match`; null for an error',
      example: '"5"',
    }),
    error: ErrorFacts.nullable().meta({ description: 'The error; null if there was none' }),
  })
  .meta({ id: 'BulkResult', description: 'The result for one document' });

type BulkResult = z.input<typeof BulkResult>;

export const BulkResults = z.object({
  results: z.array(BulkResult).meta({ description: 'One for each document, in the order of the request' }),
  succeeded: z.int().meta({ description: 'Results without an error', example: 499 }),
  failed: z.int().meta({ description: 'Results with an error', example: 1 }),
});

/** The end of each description: what clients have to know about partial success. */
export const HOW_BULK_ENDS =
  'Each document is changed independently: a failure does not affect the others, and its result has the status and error ' +
  'of an individual request. A document with the status 503 was not processed in time: send it again.';

/** Whether no identifier is repeated, because two changes of one document would have no order. */
export const isUnique = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;

interface BulkRequest {
  caller: Caller;
  projects: ProjectAccess;
  now: Date;
  newId: () => string;
  remainingMilliseconds(): number;
}

/**
 * Runs a change for each document, a few concurrently, and returns one result for each. The identifiers of a document's
 * writes depend only on its position, so that a repeated request recognises its own earlier writes.
 *
 * @param field the field of the body that lists the documents
 * @param work returns the record after the change
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
        if (!hasTime()) throw new Unavailable('Time ran out before this document was processed: send it again');
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
