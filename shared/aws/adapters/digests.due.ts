import { Due } from '../../domain/due.ts';
import type { Environment } from '../../environment.ts';
import type { DigestsDue } from '../../ports.ts';
import { duePartition } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { queryItems } from '../dynamodb/items.ts';

export const adapter = (environment: Environment): DigestsDue => {
  const table = tableOf(environment);
  return {
    list: (shard, before, limit) =>
      queryItems(table, Due, { partition: duePartition('DIGEST', shard), upTo: before, limit }),
  };
};
