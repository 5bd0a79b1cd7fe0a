import { randomUUID } from 'node:crypto';
import type { DocumentRecord } from '../../domain/documents/document.ts';
import { CHANGES_KEPT_SECONDS, EXPIRES } from '../../table/definition.ts';
import { changePartition, changeSort } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import { putting, type TransactionItem } from '../dynamodb/transaction.ts';
import { searchChange } from '../search/search-changes.ts';

/** Identifies a document and the project whose register contains it. */
export type InRegister = Pick<DocumentRecord, 'organization_id' | 'project_id' | 'document_id'>;

/**
 * Returns the change items that notify readers of the register, and search, that the document's entry was changed or
 * deleted. They belong in the transaction of that change. Call it once per transaction: the items carry the time.
 */
export const changeItems = (
  table: Table,
  { organization_id, project_id, document_id }: InRegister,
): TransactionItem[] => {
  const now = new Date();
  const change = putting(table, {
    pk: changePartition(organization_id, project_id),
    sk: changeSort(now, document_id, randomUUID().slice(0, 8)),
    [EXPIRES]: Math.ceil(now.getTime() / 1000) + CHANGES_KEPT_SECONDS,
  });
  return [change, searchChange(table, organization_id, 'document', document_id)];
};
