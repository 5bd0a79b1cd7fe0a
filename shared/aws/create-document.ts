import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { DocumentRecord } from '../domain/documents/document.ts';
import { Conflict, Unavailable } from '../domain/errors.ts';
import { busyFields } from '../table/busy.ts';
import { Expression } from '../table/expression.ts';
import { chainLatestKey, changedKey, documentKey, registerKey, revisionKey } from '../table/keys.ts';
import { registerEntryOf } from '../table/register-entry.ts';
import type { Table } from './clients/table.ts';
import type { TransactionItem } from './transaction.ts';
import { transact } from './transaction.ts';

const ATTEMPTS = 10;

/** Record and register entry; the id must be free in the organization. */
const stored = (table: Table, record: DocumentRecord): TransactionItem[] => {
  const { organization_id, project_id, document_id } = record;
  const changed = changedKey(new Date(record.updated_at), document_id);
  return [
    {
      Put: {
        TableName: table.name,
        Item: {
          ...documentKey(organization_id, document_id),
          ...record,
          ...busyFields(document_id, record.processing_status, record.queued_at),
        },
        ...new Expression().absent().build(),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    {
      Put: {
        TableName: table.name,
        Item: { ...registerKey(organization_id, project_id, document_id), ...registerEntryOf(record, changed) },
      },
    },
  ];
};

/** Swings the chain's pointer from `former` to the record and takes `is_latest` from the former one. */
const chained = (table: Table, record: DocumentRecord, former: string, pointed: boolean): TransactionItem[] => {
  const { organization_id: org, project_id: project, document_id: id, revision_root: root, created_at } = record;
  const pointer = new Expression();
  if (pointed) pointer.equals('document_id', former);
  else pointer.absent();
  const dethroned = () => new Expression().set('is_latest', false).set('updated_at', record.updated_at).exists();
  const document = dethroned().add('record_version', 1).set('write_id', record.write_id).build();
  const entry = dethroned()
    .set('changed', changedKey(new Date(record.updated_at), former))
    .build();
  const update = (built: object) => built as { UpdateExpression: string };
  return [
    {
      Put: {
        TableName: table.name,
        Item: { ...chainLatestKey(org, project, root), document_id: id },
        ...pointer.build(),
      },
    },
    {
      Put: {
        TableName: table.name,
        Item: { ...revisionKey(org, project, root, created_at, id), document_id: id },
      },
    },
    { Update: { TableName: table.name, Key: documentKey(org, former), ...update(document) } },
    { Update: { TableName: table.name, Key: registerKey(org, project, former), ...update(entry) } },
  ];
};

/**
 * Stores a document; where it revises another one, it becomes the latest of that chain in the same
 * transaction. Two revisions at once follow each other: the second one finds the pointer moved and is tried
 * again behind the first.
 */
export const createDocument = async (table: Table, record: DocumentRecord): Promise<DocumentRecord> => {
  const { organization_id, project_id, revision_root } = record;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    let chain: TransactionItem[] = [];
    if (record.revision_of !== null) {
      const Key = chainLatestKey(organization_id, project_id, revision_root);
      const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }));
      chain = chained(table, record, String(Item?.document_id ?? revision_root), Item !== undefined);
    }
    const refused = await transact(table, [...stored(table, record), ...chain]);
    if (!refused) return record;
    if (refused.index === 0) {
      if (refused.item?.write_id === record.write_id) return DocumentRecord.parse(refused.item);
      throw new Conflict(`A document ${record.document_id} exists already`);
    }
  }
  throw new Unavailable('The revision chain is being changed by too many at once', 1);
};
