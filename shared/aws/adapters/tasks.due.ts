import * as z from 'zod';
import type { Environment } from '../../environment.ts';
import type { TasksDue } from '../../ports.ts';
import { BUSY_SHARDS, DUE_PREFIX, dueTasksPartition } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { queryItems } from '../dynamodb/items.ts';

const Awaited = z.object({ id: z.string(), organization_id: z.string(), due_date: z.string() });
const shards = Array.from({ length: BUSY_SHARDS }, (_, shard) => dueTasksPartition(shard));

export const adapter = (environment: Environment): TasksDue => {
  const table = tableOf(environment);
  return {
    list: async (now, limit) => {
      const oldest = await Promise.all(
        shards.map((partition) => queryItems(table, Awaited, { partition, prefix: DUE_PREFIX, limit })),
      );
      return oldest.flat().filter(({ due_date }) => due_date <= now);
    },
  };
};
