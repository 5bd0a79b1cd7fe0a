import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { DocumentRecord } from '../../domain/documents/document.ts';
import { documentKey } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';

/** The record as it stands, by a consistent read; undefined when there is none. */
export const readDocument = async (
  table: Table,
  organizationId: string,
  documentId: string,
): Promise<DocumentRecord | undefined> => {
  const Key = documentKey(organizationId, documentId);
  const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }));
  return Item && DocumentRecord.parse(Item);
};
