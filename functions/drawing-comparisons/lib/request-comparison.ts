import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ComparisonRecord, ComparisonTransition } from '../../../shared/domain/comparisons/comparison.ts';
import { COMPARISON_TRANSITIONS } from '../../../shared/domain/comparisons/comparison.ts';
import type { GivenAlignment } from '../../../shared/domain/comparisons/matching-points.ts';
import type { PriceList } from '../../../shared/domain/comparisons/price-list.ts';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { Conflict } from '../../../shared/domain/errors.ts';
import type { User } from '../../../shared/domain/user.ts';
import type { Ports } from '../../../shared/ports.ts';

/** The ports that requesting a comparison needs, for `uses`. */
export const REQUEST_PORTS = ['comparisons.write', 'queue.compare'] as const;

/** What to compare: two documents, or a page of each. */
export interface Pair {
  older: DocumentRecord;
  newer: DocumentRecord;
  pages?: { original_page: number; comparison_page: number };
}

interface Terms {
  requestedBy: User;
  /** Prices of a new comparison; null for none. */
  prices: PriceList | null;
  /** Prices that replace those of an existing comparison. */
  newPrices?: PriceList | undefined;
  /** How the pages are aligned; a pair that was aligned otherwise is compared again. */
  given?: GivenAlignment | undefined;
  /** Compares again if the comparison is ready. */
  again?: boolean;
  now: Date;
  newId: () => string;
}

/** Derives the identifier from the pair, so that a pair has only one comparison. */
export const comparisonIdOf = ({ older, newer, pages }: Pair): string => {
  const pair = [older.organization_id, older.document_id, newer.document_id];
  const of = pages ? [...pair, pages.original_page, pages.comparison_page] : pair;
  return createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 32);
};

/** Returns a field of the compared page, else of the document, or of its only sheet. */
const printed = (record: DocumentRecord, page: number | undefined, field: 'sheet_number' | 'revision') => {
  if (page !== undefined) return record.sheets.find((sheet) => sheet.page === page)?.[field] ?? null;
  const own = field === 'revision' ? record.revision : record.document_reference;
  return own ?? (record.sheets.length === 1 ? (record.sheets[0]?.[field] ?? null) : null);
};

/** Returns the transition by which an existing comparison runs again; undefined if it does not. */
const transitionOf = ({ status }: ComparisonRecord, again: boolean): ComparisonTransition | undefined => {
  if (status === 'failed') return COMPARISON_TRANSITIONS.retry;
  return again && status === 'ready' ? COMPARISON_TRANSITIONS.again : undefined;
};

const queued = (pair: Pair, { requestedBy, prices, given, now }: Terms, writeId: string): ComparisonRecord => {
  const { older, newer, pages } = pair;
  const at = now.toISOString();
  return {
    id: comparisonIdOf(pair),
    organization_id: older.organization_id,
    project_id: older.project_id,
    status: 'queued',
    original_drawing_id: older.document_id,
    comparison_drawing_id: newer.document_id,
    original_page: pages?.original_page ?? null,
    comparison_page: pages?.comparison_page ?? null,
    matching_points: given?.matching_points ?? null,
    matching_views: given?.matching_views ?? null,
    original_drawing_number: printed(older, pages?.original_page, 'sheet_number'),
    comparison_drawing_number: printed(newer, pages?.comparison_page, 'sheet_number'),
    original_drawing_revision: printed(older, pages?.original_page, 'revision'),
    comparison_drawing_revision: printed(newer, pages?.comparison_page, 'revision'),
    description: null,
    summary: null,
    item_count: null,
    result_path: null,
    price_list: prices,
    files: {},
    error: null,
    error_detail: null,
    attempts: 0,
    queued_at: at,
    requested_by: requestedBy,
    lease: null,
    created_at: at,
    updated_at: at,
    record_version: 1,
    write_id: writeId,
  };
};

/**
 * Stores the comparison of a pair as queued, or returns the existing one, which runs again if it had failed or if `again`
 * is set.
 * @returns the record, and whether it has to be sent to its queue
 * @throws NotFound if a document was deleted in the meantime
 * @throws Conflict if the pair is being compared with another alignment
 */
export const storeRequest = async (
  pair: Pair,
  terms: Terms,
  ports: Pick<Ports, 'comparisons.write'>,
): Promise<{ record: ComparisonRecord; isQueued: boolean }> => {
  const { now, newPrices, given, requestedBy: requested_by } = terms;
  const writeId = terms.newId();
  const at = now.toISOString();
  let record = await ports['comparisons.write'].create(queued(pair, terms, writeId));
  const { organization_id, id } = record;
  const isNew = record.write_id === writeId;
  const { matching_points, matching_views } = record;
  const aligned =
    isNew || given === undefined || isDeepStrictEqual(given, { matching_points, matching_views }) ? undefined : given;
  const transition = transitionOf(record, terms.again || aligned !== undefined);
  // A comparison in progress has read its alignment, so its result would not be that of another one.
  if (aligned && !transition) {
    throw new Conflict('The pair is being compared; send another alignment once it is ready');
  }
  const price_list = isNew ? undefined : newPrices;
  if (transition !== undefined || price_list !== undefined || aligned !== undefined) {
    record = await ports['comparisons.write'].change(
      organization_id,
      id,
      {
        ...(price_list && { price_list }),
        ...aligned,
        ...(transition && { queued_at: at, requested_by, attempts: 0, lease: null, error: null, error_detail: null }),
      },
      { ...(transition && { transition }), writeId, now },
    );
  }
  return { record, isQueued: isNew || transition !== undefined };
};

/** As `storeRequest`, and sends the comparison to its queue. */
export const requestComparison = async (
  pair: Pair,
  terms: Terms,
  ports: Pick<Ports, (typeof REQUEST_PORTS)[number]>,
): Promise<ComparisonRecord> => {
  const { record, isQueued } = await storeRequest(pair, terms, ports);
  const { organization_id, id: comparison_id } = record;
  if (isQueued) await ports['queue.compare'].send({ organization_id, comparison_id });
  return record;
};
