import type { Key } from '../../table/keys.ts';
import type { Kind, StoredRecord } from '../../table/kind.ts';
import type { Table } from '../clients/table.ts';
import type { Item } from '../dynamodb/items.ts';
import { deleting, putting, type TransactionItem } from '../dynamodb/transaction.ts';

/** The entries by which its lists name a record. */
const entriesOf = <T extends StoredRecord, Id>(kind: Kind<T, Id>, record: T): (Item & Key)[] =>
  Object.values(kind.lists).map(({ partition, parentOf, prefix, sort }) => ({
    pk: partition(record.organization_id, parentOf?.(record) ?? ''),
    sk: `${prefix}${sort(record)}`,
    id: kind.idOf(record),
  }));

export const puttingEntries = <T extends StoredRecord, Id>(
  table: Table,
  kind: Kind<T, Id>,
  record: T,
): TransactionItem[] => entriesOf(kind, record).map((entry) => putting(table, entry));

export const deletingEntries = <T extends StoredRecord, Id>(
  table: Table,
  kind: Kind<T, Id>,
  record: T,
): TransactionItem[] => entriesOf(kind, record).map(({ pk, sk }) => deleting(table, { pk, sk }));

/** Moves the entries whose place differs before and after a change. */
export const movingEntries = <T extends StoredRecord, Id>(
  table: Table,
  kind: Kind<T, Id>,
  before: T,
  after: T,
): TransactionItem[] => {
  const [former, next] = [entriesOf(kind, before), entriesOf(kind, after)];
  return next.flatMap((entry, i) => {
    const { pk, sk } = former[i] as Item & Key;
    return pk === entry.pk && sk === entry.sk ? [] : [deleting(table, { pk, sk }), putting(table, entry)];
  });
};

/** True where a change of these fields moves an entry. */
export const movesEntries = <T extends StoredRecord, Id>(kind: Kind<T, Id>, change: Partial<T>): boolean =>
  Object.values(kind.lists).some(({ movesWith }) => movesWith?.some((field) => change[field] !== undefined));
