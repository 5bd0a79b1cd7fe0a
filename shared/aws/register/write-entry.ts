import type { Expression } from '../../table/expression.ts';
import { registerKey } from '../../table/keys.ts';
import type { RegisterEntry } from '../../table/register-entry.ts';
import type { Table } from '../clients/table.ts';
import type { TransactionItem } from '../dynamodb/transaction.ts';
import { changeItem, type InRegister } from './change-item.ts';

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
