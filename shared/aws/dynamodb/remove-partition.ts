import * as z from 'zod';
import type { Table } from '../clients/table.ts';
import { queryItems } from './items.ts';
import { WRITE_BATCH, writeBatch } from './write-batch.ts';

const Sorted = z.object({ sk: z.string() });

/** Removes the items of a partition whose sort keys are `wanted`, in batches. */
export const removePartition = async (
  table: Table,
  partition: string,
  wanted: (sort: string) => boolean = () => true,
): Promise<void> => {
  const found = await queryItems(table, Sorted, { partition, fields: ['sk'] });
  const sorts = found.map(({ sk }) => sk).filter(wanted);
  const requests = sorts.map((sk) => ({ DeleteRequest: { Key: { pk: partition, sk } } }));
  for (let start = 0; start < requests.length; start += WRITE_BATCH) {
    await writeBatch(table, requests.slice(start, start + WRITE_BATCH));
  }
};
