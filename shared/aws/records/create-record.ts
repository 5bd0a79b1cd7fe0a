import { Conflict } from '../../domain/errors.ts';
import { Expression } from '../../table/expression.ts';
import type { Kind, StoredRecord } from '../../table/kind.ts';
import type { Table } from '../clients/table.ts';
import { putItem } from '../dynamodb/items.ts';
import { Refusal } from '../dynamodb/refusal.ts';
import { putting, type TransactionItem, transact } from '../dynamodb/transaction.ts';
import { puttingEntries } from './entries.ts';

/** The item of a record as its creation leaves it; `creation_id` stays when later writes move `write_id`. */
const itemOf = <T extends StoredRecord, Id>(kind: Kind<T, Id>, record: T) => {
  const id = kind.idOf(record);
  const status = kind.status && (record[kind.status] as string);
  return {
    ...kind.key(record.organization_id, id),
    creation_id: record.write_id,
    ...record,
    ...(status !== undefined && kind.indexed?.(status, id, record.updated_at)),
  };
};

/** The writes that create a record with its entries, for a transaction; the first one is refused where the id is taken. */
export const creatingRecord = <T extends StoredRecord, Id>(
  table: Table,
  kind: Kind<T, Id>,
  record: T,
): TransactionItem[] => [
  putting(table, itemOf(kind, record), new Expression().absent()),
  ...puttingEntries(table, kind, record),
];

/**
 * Stores a record, its entries and `extras` in one transaction, or in one write where the record stands alone. Answers
 * what is stored: the record, or, where this very create has run before, the record as it stands. Else a refusal: of
 * index 0 with the record that has the id, from 1 on with the extra of that place.
 */
export const storeRecord = async <T extends StoredRecord, Id>(
  table: Table,
  kind: Kind<T, Id>,
  record: T,
  extras: readonly TransactionItem[] = [],
): Promise<T | Refusal> => {
  const own = creatingRecord(table, kind, record);
  const alone = own.length + extras.length === 1;
  const refused = alone
    ? await putItem(table, itemOf(kind, record), new Expression().absent())
    : await transact(table, [...own, ...extras]);
  if (!refused) return record;
  if (refused.index > 0) return new Refusal(refused.standing, refused.index - own.length + 1);
  const creation = (record as { creation_id?: string }).creation_id ?? record.write_id;
  return refused.standing?.creation_id === creation ? kind.schema.parse(refused.standing) : refused;
};

/** As `storeRecord`. @throws Conflict when the id is taken or an extra is refused */
export const createRecord = async <T extends StoredRecord, Id>(
  table: Table,
  kind: Kind<T, Id>,
  record: T,
  extras: readonly TransactionItem[] = [],
): Promise<T> => {
  const stored = await storeRecord(table, kind, record, extras);
  if (!(stored instanceof Refusal)) return stored;
  throw new Conflict(
    stored.index === 0 ? `The ${kind.name} exists already` : `The ${kind.name} goes with a record that has changed`,
  );
};
