import { isDeepStrictEqual } from 'node:util';
import type { Key } from '../../table/keys.ts';
import type { Kind, List, StoredRecord } from '../../table/kind.ts';
import type { Table } from '../clients/table.ts';
import type { Item } from '../dynamodb/items.ts';
import { deleting, putting, type TransactionItem } from '../dynamodb/transaction.ts';

type Entry = Item & Key;

/** Returns the entry that lists a record; undefined if the list does not contain it. */
const entryOf = <T extends StoredRecord, Id>(kind: Kind<T, Id>, list: List<T>, record: T): Entry | undefined => {
  const { partition, parentOf, prefix, sort, carries = [], holds } = list;
  if (holds && !holds(record)) return undefined;
  return {
    ...Object.fromEntries(carries.map((field) => [field, record[field]])),
    pk: partition(record.organization_id, parentOf?.(record) ?? ''),
    sk: `${prefix}${sort(record)}`,
    id: kind.idOf(record),
  };
};

const entriesOf = <T extends StoredRecord, Id>(kind: Kind<T, Id>, record: T): Entry[] =>
  Object.values(kind.lists).flatMap((list) => entryOf(kind, list, record) ?? []);

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

/** Returns the writes that move the entries whose key changes, and replace those whose carried fields change. */
export const movingEntries = <T extends StoredRecord, Id>(
  table: Table,
  kind: Kind<T, Id>,
  before: T,
  after: T,
): TransactionItem[] =>
  Object.values(kind.lists).flatMap((list) => {
    const [former, next] = [entryOf(kind, list, before), entryOf(kind, list, after)];
    if (isDeepStrictEqual(former, next)) return [];
    const isMoved = former && !(former.pk === next?.pk && former.sk === next.sk);
    return [
      ...(isMoved ? [deleting(table, { pk: former.pk, sk: former.sk })] : []),
      ...(next ? [putting(table, next)] : []),
    ];
  });

/** Returns true if a change of these fields changes an entry. */
export const movesEntries = <T extends StoredRecord, Id>(kind: Kind<T, Id>, change: Partial<T>): boolean =>
  Object.values(kind.lists).some(({ movesWith = [], carries = [] }) =>
    [...movesWith, ...carries].some((field) => change[field] !== undefined),
  );
