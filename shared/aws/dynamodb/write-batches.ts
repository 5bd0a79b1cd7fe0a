import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { Unavailable } from '../../domain/errors.ts';
import type { Key } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import type { Item } from './items.ts';

export type BatchWrite = { PutRequest: { Item: Item & Key } } | { DeleteRequest: { Key: Item & Key } };

/** The most that one batch write takes. */
const BATCH = 25;

/** Any number of unconditional writes, one batch after the other; what the table leaves undone is asked again. */
export const writeBatches = async (table: Table, writes: readonly BatchWrite[]): Promise<void> => {
  for (let start = 0; start < writes.length; start += BATCH) {
    let pending: unknown[] = writes.slice(start, start + BATCH);
    for (let attempt = 0; pending.length > 0; attempt++) {
      if (attempt > 8) throw new Unavailable('The table is throttled', 1);
      if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, 20 * 2 ** attempt));
      const { UnprocessedItems } = await table.client.send(
        new BatchWriteCommand({ RequestItems: { [table.name]: pending as never } }),
      );
      pending = UnprocessedItems?.[table.name] ?? [];
    }
  }
};
