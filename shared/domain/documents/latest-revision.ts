import type { DocumentRecord } from './document.ts';

type Revision = Pick<DocumentRecord, 'document_id' | 'created_at' | 'is_deleted'>;

/**
 * Returns the latest document of a revision chain: the youngest that is not deleted, with ties decided by identifier;
 * undefined if all are deleted. `as_of` of the register follows the same rule.
 */
export const latestOf = <R extends Revision>(chain: readonly R[]): R | undefined => {
  let latest: R | undefined;
  for (const each of chain) if (!each.is_deleted && (!latest || isYounger(each, latest))) latest = each;
  return latest;
};

/** Returns true if `a` comes after `b` in a chain. */
export const isYounger = (
  a: Pick<Revision, 'document_id' | 'created_at'>,
  b: Pick<Revision, 'document_id' | 'created_at'>,
): boolean => (a.created_at === b.created_at ? a.document_id > b.document_id : a.created_at > b.created_at);
