import { randomUUID } from 'node:crypto';
import type { DocumentRecord } from '../../domain/documents/document.ts';
import { CHANGES_KEPT_SECONDS, EXPIRES } from '../../table/definition.ts';
import { changePartition, changeSort } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import { putting, type TransactionItem } from '../dynamodb/transaction.ts';
import { searchChange } from '../search/changes.ts';

/** Names a document and the project whose register it stands in. */
export type InRegister = Pick<DocumentRecord, 'organization_id' | 'project_id' | 'document_id'>;

/**
 * Tells readers of the register, and search, that the document's entry changed, or is gone. To be written in the transaction that
 * changes or deletes it, and made anew for each: it carries the time.
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
