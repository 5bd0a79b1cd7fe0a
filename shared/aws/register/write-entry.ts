import { randomUUID } from 'node:crypto';
import type { DocumentRecord } from '../../domain/documents/document.ts';
import { CHANGES_KEPT_SECONDS, EXPIRES } from '../../table/definition.ts';
import type { Expression } from '../../table/expression.ts';
import { changePartition, changeSort, registerKey } from '../../table/keys.ts';
import type { RegisterEntry } from '../../table/register-entry.ts';
import type { Table } from '../clients/table.ts';
import type { TransactionItem } from '../dynamodb/transaction.ts';

/** Names a document and the project whose register it stands in. */
export type InRegister = Pick<DocumentRecord, 'organization_id' | 'project_id' | 'document_id'>;

/** Tells readers of the register that the document's entry changed; to be written in the transaction that changes it. */
const changeItem = (table: Table, { organization_id, project_id, document_id }: InRegister): TransactionItem => {
  const now = new Date();
  return {
    Put: {
      TableName: table.name,
      Item: {
        pk: changePartition(organization_id, project_id),
        sk: changeSort(now, document_id, randomUUID().slice(0, 8)),
        [EXPIRES]: Math.ceil(now.getTime() / 1000) + CHANGES_KEPT_SECONDS,
      },
    },
  };
};

/**
 * The two members of a transaction that write a document's register entry: the entry, and the change item by which
 * readers learn of it. Build them anew for each transaction: the change carries the time.
 *
 * @param entry the whole entry to store, or the change to one that must exist
 */
export const writeEntry = (table: Table, of: InRegister, entry: RegisterEntry | Expression): TransactionItem[] => {
  const Key = registerKey(of.organization_id, of.project_id, of.document_id);
  const TableName = table.name;
  const written: TransactionItem =
    'document_id' in entry
      ? { Put: { TableName, Item: { ...Key, ...entry } } }
      : { Update: { TableName, Key, ...(entry.exists().build() as { UpdateExpression: string }) } };
  return [written, changeItem(table, of)];
};
