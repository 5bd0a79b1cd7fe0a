import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../clients/table.ts';
import { patience } from './patience.ts';

/** The most requests that one batch write takes. */
export const WRITE_BATCH = 25;

/**
 * Puts and deletes without a condition, `WRITE_BATCH` at the most; what the table leaves unprocessed is sent again.
 * @throws Unavailable when the table goes on leaving some
 */
export const writeBatch = async (table: Table, requests: readonly unknown[]): Promise<void> => {
  let pending = requests;
  for (const wait = patience('The table is throttled'); pending.length > 0; ) {
    const { UnprocessedItems } = await table.client.send(
      new BatchWriteCommand({ RequestItems: { [table.name]: pending as never } }),
    );
    pending = UnprocessedItems?.[table.name] ?? [];
    if (pending.length > 0) await wait();
  }
};
