import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { ComparisonRecord } from '../../domain/comparisons/comparison.ts';
import type { Environment } from '../../environment.ts';
import type { ComparisonsBusy } from '../../ports.ts';
import { GSI1 } from '../../table/definition.ts';
import { BUSY_COMPARISONS, comparisonKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { postpone } from '../dynamodb/postpone.ts';

const Busy = ComparisonRecord.extend({ [GSI1.sort]: z.string() }).transform(({ [GSI1.sort]: since, ...record }) => ({
  ...record,
  since: String(since),
}));

export const adapter = (environment: Environment): ComparisonsBusy => {
  const table = tableOf(environment);
  return {
    list: async (before, limit) => {
      const { Items } = await table.client.send(
        new QueryCommand({
          TableName: table.name,
          IndexName: GSI1.name,
          KeyConditionExpression: `${GSI1.partition} = :busy AND ${GSI1.sort} < :before`,
          ExpressionAttributeValues: { ':busy': BUSY_COMPARISONS, ':before': before },
          Limit: limit,
        }),
      );
      return z.array(Busy).parse(Items ?? []);
    },

    postpone: ({ organization_id, id, since: listed }, since) =>
      postpone(table, comparisonKey(organization_id, id), listed, since),
  };
};
