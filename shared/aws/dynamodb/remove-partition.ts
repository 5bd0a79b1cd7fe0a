import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { Unavailable } from '../../domain/errors.ts';
import type { Table } from '../clients/table.ts';
import { queryItems } from './items.ts';

/** The most that one batch write takes. */
const BATCH = 25;

const Sorted = z.object({ sk: z.string() });

const removeBatch = async (table: Table, partition: string, sorts: readonly string[]): Promise<void> => {
  let pending: unknown[] = sorts.map((sk) => ({ DeleteRequest: { Key: { pk: partition, sk } } }));
  for (let attempt = 0; pending.length > 0; attempt++) {
    if (attempt > 8) throw new Unavailable('The table is throttled', 1);
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, 20 * 2 ** attempt));
    const { UnprocessedItems } = await table.client.send(
      new BatchWriteCommand({ RequestItems: { [table.name]: pending as never } }),
    );
    pending = UnprocessedItems?.[table.name] ?? [];
  }
};

/** Removes a partition's items whose sort keys are `wanted`; of a large one, page after page. */
export const removePartition = async (
  table: Table,
  partition: string,
  wanted: (sort: string) => boolean = () => true,
): Promise<void> => {
  const found = await queryItems(table, Sorted, { partition, fields: ['sk'] });
  const sorts = found.map(({ sk }) => sk).filter(wanted);
  for (let start = 0; start < sorts.length; start += BATCH) {
    await removeBatch(table, partition, sorts.slice(start, start + BATCH));
  }
};
