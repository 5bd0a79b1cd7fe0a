import type { ZodType } from 'zod';
import type { Due } from '../../domain/due.ts';
import { BUSY_SHARDS, type DueKind, dueKey, duePartition } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import { queryItems } from './items.ts';
import { deleting, putting, type TransactionItem } from './transaction.ts';

const keyOf = (kind: DueKind, { at, organization_id, id }: Due) => dueKey(kind, at, organization_id, id);

/** Makes a record due from `at` on; belongs in the transaction of the write that makes it due. */
export const becomingDue = <D extends Due>(table: Table, kind: DueKind, due: D): TransactionItem =>
  putting(table, { ...keyOf(kind, due), ...due });

export const noLongerDue = (table: Table, kind: DueKind, due: Due): TransactionItem =>
  deleting(table, keyOf(kind, due));

/** Returns what became due before a time (ISO 8601), oldest first, at most `limit` per shard; strongly consistent. */
export const listDue = async <D extends Due>(
  table: Table,
  kind: DueKind,
  schema: ZodType<D>,
  before: string,
  limit: number,
): Promise<D[]> => {
  const shards = await Promise.all(
    Array.from({ length: BUSY_SHARDS }, (_, shard) =>
      queryItems(table, schema, { partition: duePartition(kind, shard), upTo: before, limit }),
    ),
  );
  return shards.flat();
};
