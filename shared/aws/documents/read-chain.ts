import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { chainPartition, REVISION_PREFIX } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import type { InChain, Pointer } from './revision-chain.ts';

/** The pointer and the ids of all documents of the chain, youngest first, in one query. */
export const readChain = async (
  table: Table,
  chain: InChain,
): Promise<{ pointer: Pointer | undefined; ids: string[] }> => {
  const { organization_id, project_id, revision_root } = chain;
  let pointer: Pointer | undefined;
  const ids: string[] = [];
  const pages = paginateQuery(
    { client: table.client },
    {
      TableName: table.name,
      KeyConditionExpression: 'pk = :chain',
      ExpressionAttributeValues: { ':chain': chainPartition(organization_id, project_id, revision_root) },
      ScanIndexForward: false,
      ConsistentRead: true,
    },
  );
  for await (const { Items } of pages) {
    for (const item of Items ?? []) {
      const document_id = String(item.document_id);
      if (String(item.sk).startsWith(REVISION_PREFIX)) ids.push(document_id);
      else pointer = { document_id, created_at: String(item.created_at) };
    }
  }
  return { pointer, ids: [...ids, revision_root] };
};
