import type { DocumentRecord } from './document.ts';

type Revision = Pick<DocumentRecord, 'document_id' | 'created_at' | 'is_deleted'>;

/**
 * The latest of a revision chain: of the documents that are not deleted the youngest, by identifier where two are
 * equally young. Undefined when none of them stands. The register answers `as_of` by the same rule.
 */
export const latestOf = <R extends Revision>(chain: readonly R[]): R | undefined => {
  let latest: R | undefined;
  for (const each of chain) if (!each.is_deleted && (!latest || isYounger(each, latest))) latest = each;
  return latest;
};

/** True when `a` comes after `b` in a chain. */
export const isYounger = (
  a: Pick<Revision, 'document_id' | 'created_at'>,
  b: Pick<Revision, 'document_id' | 'created_at'>,
): boolean => (a.created_at === b.created_at ? a.document_id > b.document_id : a.created_at > b.created_at);
