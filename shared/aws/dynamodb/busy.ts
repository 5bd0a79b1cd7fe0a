import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Busy } from '../../ports.ts';
import { GSI1 } from '../../table/definition.ts';
import { Expression } from '../../table/expression.ts';
import type { Key } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import { updateUnseen } from './items.ts';

/**
 * Reads the busy records of one kind from the sparse index.
 * @param schema the fields that the sweep reads; the index projects no others
 * @param partitions the partitions of the index that contain records of that kind
 */
export const busyRecords = <R>(
  table: Table,
  schema: z.ZodType<R>,
  partitions: readonly string[],
  keyOf: (record: R) => Key,
): Busy<R & { since: string }> => {
  const Since = z.object({ [GSI1.sort]: z.string() });
  return {
    list: async (before, limit) => {
      const shards = await Promise.all(
        partitions.map((partition) =>
          table.client.send(
            new QueryCommand({
              TableName: table.name,
              IndexName: GSI1.name,
              KeyConditionExpression: `${GSI1.partition} = :busy AND ${GSI1.sort} < :before`,
              ExpressionAttributeValues: { ':busy': partition, ':before': before },
              Limit: limit,
            }),
          ),
        ),
      );
      return shards
        .flatMap(({ Items }) => Items ?? [])
        .map((item) => ({ ...schema.parse(item), since: String(Since.parse(item)[GSI1.sort]) }));
    },

    postpone: async (record, since) => {
      const moved = new Expression().set(GSI1.sort, since).equals(GSI1.sort, record.since);
      await updateUnseen(table, keyOf(record), moved);
    },
  };
};
