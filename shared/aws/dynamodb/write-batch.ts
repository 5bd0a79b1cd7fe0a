import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { Unavailable } from '../../domain/errors.ts';
import type { Table } from '../clients/table.ts';

/** The most requests that one batch write takes. */
export const WRITE_BATCH = 25;
const ATTEMPTS = 9;

/**
 * Puts and deletes without a condition, `WRITE_BATCH` at the most; what the table leaves unprocessed is sent again.
 * @throws Unavailable when the table takes none for long
 */
export const writeBatch = async (table: Table, requests: readonly unknown[]): Promise<void> => {
  let pending = requests;
  for (let attempt = 0; pending.length > 0; attempt++) {
    if (attempt === ATTEMPTS) throw new Unavailable('The table is throttled', 1);
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, 20 * 2 ** attempt));
    const { UnprocessedItems } = await table.client.send(
      new BatchWriteCommand({ RequestItems: { [table.name]: pending as never } }),
    );
    pending = UnprocessedItems?.[table.name] ?? [];
  }
};
