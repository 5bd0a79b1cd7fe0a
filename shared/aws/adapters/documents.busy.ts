import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { DocumentRecord } from '../../domain/documents/document.ts';
import type { Environment } from '../../environment.ts';
import type { DocumentsBusy } from '../../ports.ts';
import { GSI1 } from '../../table/definition.ts';
import { BUSY_SHARDS, busyPartition, documentKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { postpone } from '../dynamodb/postpone.ts';

const Busy = DocumentRecord.pick({
  organization_id: true,
  project_id: true,
  document_id: true,
  processing_status: true,
  attempts: true,
  queued_at: true,
  lease: true,
})
  .extend({ [GSI1.sort]: z.string() })
  .transform(({ [GSI1.sort]: since, ...document }) => ({ ...document, since: String(since) }));

export const adapter = (environment: Environment): DocumentsBusy => {
  const table = tableOf(environment);
  return {
    list: async (before, limit) => {
      const shards = await Promise.all(
        Array.from({ length: BUSY_SHARDS }, (_, shard) =>
          table.client.send(
            new QueryCommand({
              TableName: table.name,
              IndexName: GSI1.name,
              KeyConditionExpression: `${GSI1.partition} = :shard AND ${GSI1.sort} < :before`,
              ExpressionAttributeValues: { ':shard': busyPartition(shard), ':before': before },
              Limit: limit,
            }),
          ),
        ),
      );
      return z.array(Busy).parse(shards.flatMap(({ Items }) => Items ?? []));
    },

    postpone: ({ organization_id, document_id, since: listed }, since) =>
      postpone(table, documentKey(organization_id, document_id), listed, since),
  };
};
