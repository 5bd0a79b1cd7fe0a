import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { SearchedKind } from '../../domain/search/rows.ts';
import { EXPIRES, SEARCH_CHANGES_KEPT_SECONDS } from '../../table/definition.ts';
import { searchChangeSort, searchChanges } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import { queryItems } from '../dynamodb/items.ts';
import { putting, type TransactionItem } from '../dynamodb/transaction.ts';

/**
 * Returns the item that reports a changed or deleted record to search. It belongs in the transaction of that change.
 * Call it once per transaction: the item carries the time.
 */
export const searchChange = (table: Table, organizationId: string, kind: SearchedKind, id: string): TransactionItem => {
  const now = new Date();
  return putting(table, {
    pk: searchChanges(organizationId),
    sk: searchChangeSort(now, kind, id, randomUUID().slice(0, 8)),
    [EXPIRES]: Math.ceil(now.getTime() / 1000) + SEARCH_CHANGES_KEPT_SECONDS,
  });
};

const Sorted = z.object({ sk: z.string() });

/** Returns the sort keys of the changes stamped at `since` (epoch milliseconds) or later, strongly consistent. */
export const readSearchChanges = async (table: Table, organizationId: string, since: number): Promise<string[]> => {
  const partition = searchChanges(organizationId);
  const found = await queryItems(table, Sorted, { partition, from: new Date(since).toISOString(), fields: ['sk'] });
  return found.map(({ sk }) => sk);
};
