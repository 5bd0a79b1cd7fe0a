import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { DocumentRecord } from '../../domain/documents/document.ts';
import { Expression } from '../../table/expression.ts';
import { chainLatestKey, documentKey } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import type { TransactionItem } from '../dynamodb/transaction.ts';
import { writeEntry } from '../register/write-entry.ts';

/** Any document of a chain names it. */
export type InChain = Pick<DocumentRecord, 'organization_id' | 'project_id' | 'revision_root'>;

/** What the chain's pointer says: its latest document. A chain of one document has no pointer. */
export interface Pointer {
  document_id: string;
  created_at: string;
}

const pointerKey = ({ organization_id, project_id, revision_root }: InChain) =>
  chainLatestKey(organization_id, project_id, revision_root);

export const readPointer = async (table: Table, chain: InChain): Promise<Pointer | undefined> => {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: pointerKey(chain), ConsistentRead: true }),
  );
  return Item && { document_id: String(Item.document_id), created_at: String(Item.created_at) };
};

/** Moves the pointer, or confirms it: refused when it is not at `former` any more. */
export const pointTo = (table: Table, chain: InChain, former: Pointer | undefined, to: Pointer): TransactionItem => {
  const { document_id, created_at } = to;
  const unmoved = new Expression();
  if (former) unmoved.equals('document_id', former.document_id);
  else unmoved.absent();
  return {
    Put: { TableName: table.name, Item: { ...pointerKey(chain), document_id, created_at }, ...unmoved.build() },
  };
};

/** Gives `is_latest` to a document of the chain that is not deleted, or takes it; on its record and its entry. */
export const crown = (
  table: Table,
  chain: InChain,
  documentId: string,
  isLatest: boolean,
  write: { id: string; at: string },
): TransactionItem[] => {
  const { organization_id, project_id } = chain;
  const change = () => new Expression().set('is_latest', isLatest).set('updated_at', write.at);
  const document = change().exists().set('write_id', write.id).add('record_version', 1);
  if (isLatest) document.equals('is_deleted', false);
  const update = document.build() as { UpdateExpression: string };
  return [
    { Update: { TableName: table.name, Key: documentKey(organization_id, documentId), ...update } },
    ...writeEntry(table, { organization_id, project_id, document_id: documentId }, change()),
  ];
};
