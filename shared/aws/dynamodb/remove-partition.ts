import * as z from 'zod';
import type { Table } from '../clients/table.ts';
import { queryItems } from './items.ts';
import { writeBatches } from './write-batches.ts';

const Sorted = z.object({ sk: z.string() });

/** Removes a partition's items whose sort keys are `wanted`; of a large one, page after page. */
export const removePartition = async (
  table: Table,
  partition: string,
  wanted: (sort: string) => boolean = () => true,
): Promise<void> => {
  const found = await queryItems(table, Sorted, { partition, fields: ['sk'] });
  const sorts = found.map(({ sk }) => sk).filter(wanted);
  await writeBatches(
    table,
    sorts.map((sk) => ({ DeleteRequest: { Key: { pk: partition, sk } } })),
  );
};
