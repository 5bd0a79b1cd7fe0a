import { GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { ComparisonRecord } from '../../domain/comparisons/comparison.ts';
import type { Environment } from '../../environment.ts';
import type { ComparisonsRead } from '../../ports.ts';
import { COMPARISON_PREFIX, comparisonEntryKey, comparisonKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { getMany } from '../dynamodb/get-many.ts';

export const adapter = (environment: Environment): ComparisonsRead => {
  const table = tableOf(environment);
  return {
    get: async (organizationId, id) => {
      const { Item } = await table.client.send(
        new GetCommand({ TableName: table.name, Key: comparisonKey(organizationId, id), ConsistentRead: true }),
      );
      return Item && ComparisonRecord.parse(Item);
    },
    page: async (organizationId, projectId, skip, limit) => {
      const ids: string[] = [];
      const pages = paginateQuery(
        { client: table.client },
        {
          TableName: table.name,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
          ExpressionAttributeValues: {
            ':pk': comparisonEntryKey(organizationId, projectId, '', '').pk,
            ':prefix': COMPARISON_PREFIX,
          },
          ProjectionExpression: 'id',
          ScanIndexForward: false,
          ConsistentRead: true,
        },
      );
      for await (const { Items } of pages) for (const item of Items ?? []) ids.push(String(item.id));
      const wanted = ids.slice(skip, skip + limit).map((id) => comparisonKey(organizationId, id));
      const items = wanted.length > 0 ? await getMany(table, wanted) : [];
      const records = items.flatMap((item) => (item ? [ComparisonRecord.parse(item)] : []));
      return { records, total: ids.length };
    },
  };
};
