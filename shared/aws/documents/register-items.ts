import type { DocumentRecord } from '../../domain/documents/document.ts';
import { writeSheetLines } from '../../domain/sheets/sheet-lines.ts';
import { Expression } from '../../table/expression.ts';
import { registerKey } from '../../table/keys.ts';
import { REGISTER_FIELDS, registerEntryOf } from '../../table/register-entry.ts';
import type { Table } from '../clients/table.ts';
import { putting, type TransactionItem, updating } from '../dynamodb/transaction.ts';
import { changeItems, type InRegister } from '../register/change-item.ts';

const keyOf = ({ organization_id, project_id, document_id }: InRegister) =>
  registerKey(organization_id, project_id, document_id);

const onRegister: ReadonlySet<string> = new Set(REGISTER_FIELDS);

/**
 * Returns the writes that enter a document into its project's register. Call it when the transaction is sent, not
 * earlier.
 */
export const enteringRegister = (table: Table, record: DocumentRecord): TransactionItem[] => [
  putting(table, { ...keyOf(record), ...registerEntryOf(record) }),
  ...changeItems(table, record),
];

/**
 * Returns the writes of a changed document on its project's register, limited to the fields of the register. Call it
 * when the transaction is sent, not earlier.
 */
export const changingRegister = (
  table: Table,
  document: InRegister,
  change: Partial<DocumentRecord>,
): TransactionItem[] => {
  const fields = Object.entries(change).filter(([field]) => onRegister.has(field));
  const entry = new Expression().setAll(Object.fromEntries(fields)).exists();
  if (change.sheets) entry.set('sheet_lines', writeSheetLines(change.sheets));
  return [updating(table, keyOf(document), entry), ...changeItems(table, document)];
};
