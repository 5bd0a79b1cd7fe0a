import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../clients/table.ts';
import { patience } from './patience.ts';

/** The maximum number of requests in a batch write. */
export const WRITE_BATCH = 25;

/**
 * Puts and deletes items without conditions, at most `WRITE_BATCH`; unprocessed requests are sent again.
 * @throws Unavailable if requests remain unprocessed
 */
export const writeBatch = async (table: Table, requests: readonly unknown[]): Promise<void> => {
  let pending = requests;
  for (const wait = patience('DynamoDB is throttling requests'); pending.length > 0; ) {
    const { UnprocessedItems } = await table.client.send(
      new BatchWriteCommand({ RequestItems: { [table.name]: pending as never } }),
    );
    pending = UnprocessedItems?.[table.name] ?? [];
    if (pending.length > 0) await wait();
  }
};
