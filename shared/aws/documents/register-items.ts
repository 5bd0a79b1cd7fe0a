import type { DocumentRecord } from '../../domain/documents/document.ts';
import { Expression } from '../../table/expression.ts';
import { changedKey, registerKey } from '../../table/keys.ts';
import { REGISTER_FIELDS, registerEntryOf } from '../../table/register-entry.ts';
import type { Table } from '../clients/table.ts';
import { putting, type TransactionItem, updating } from '../dynamodb/transaction.ts';

/** What names a document's place in its project's register. */
type InRegister = Pick<DocumentRecord, 'organization_id' | 'project_id' | 'document_id'>;

const keyOf = ({ organization_id, project_id, document_id }: InRegister) =>
  registerKey(organization_id, project_id, document_id);

const onRegister: ReadonlySet<string> = new Set(REGISTER_FIELDS);

/** What a created document writes to its project's register. Made when the transaction is sent, never earlier. */
export const enteringRegister = (table: Table, record: DocumentRecord): TransactionItem[] => {
  const entry = registerEntryOf(record, changedKey(new Date(), record.document_id));
  return [putting(table, { ...keyOf(record), ...entry })];
};

/** What a changed document writes to its project's register, of the changed fields those that stand there. */
export const changingRegister = (
  table: Table,
  document: InRegister,
  change: Partial<DocumentRecord>,
): TransactionItem[] => {
  const fields = Object.entries(change).filter(([field]) => onRegister.has(field));
  const entry = new Expression()
    .setAll(Object.fromEntries(fields))
    .set('changed', changedKey(new Date(), document.document_id))
    .exists();
  return [updating(table, keyOf(document), entry)];
};
