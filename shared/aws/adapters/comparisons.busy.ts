import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { ComparisonRecord } from '../../domain/comparisons/comparison.ts';
import type { Environment } from '../../environment.ts';
import type { ComparisonsBusy } from '../../ports.ts';
import { GSI1 } from '../../table/definition.ts';
import { BUSY_COMPARISONS } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';

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
      return z.array(ComparisonRecord).parse(Items ?? []);
    },
  };
};
