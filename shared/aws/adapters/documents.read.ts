import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { DocumentRecord } from '../../domain/documents/document.ts';
import type { Environment } from '../../environment.ts';
import type { DocumentsRead } from '../../ports.ts';
import { documentKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { getMany } from '../get-many.ts';

export const adapter = (environment: Environment): DocumentsRead => {
  const table = tableOf(environment);
  return {
    get: async (organizationId, documentId) => {
      const { Item } = await table.client.send(
        new GetCommand({ TableName: table.name, Key: documentKey(organizationId, documentId), ConsistentRead: true }),
      );
      return Item && DocumentRecord.parse(Item);
    },
    getMany: async (organizationId, documentIds) => {
      const items = await getMany(
        table,
        documentIds.map((id) => documentKey(organizationId, id)),
      );
      return items.map((item) => item && DocumentRecord.parse(item));
    },
  };
};
