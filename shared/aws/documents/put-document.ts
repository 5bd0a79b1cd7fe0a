import { isYounger } from '../../domain/documents/chain.ts';
import { DocumentRecord } from '../../domain/documents/document.ts';
import { Conflict, Unavailable } from '../../domain/errors.ts';
import { busyFields } from '../../table/busy.ts';
import { Expression } from '../../table/expression.ts';
import { documentKey, revisionKey, uploadKey } from '../../table/keys.ts';
import { registerEntryOf } from '../../table/register-entry.ts';
import type { Table } from '../clients/table.ts';
import type { TransactionItem } from '../dynamodb/transaction.ts';
import { transact } from '../dynamodb/transaction.ts';
import { writeEntry } from '../register/write-entry.ts';
import { crown, pointTo, readPointer } from './revision-chain.ts';

const ATTEMPTS = 10;

/** Record and register entry; the id must be free in the organization. */
const stored = (table: Table, record: DocumentRecord): TransactionItem[] => {
  const { organization_id, document_id } = record;
  return [
    {
      Put: {
        TableName: table.name,
        Item: {
          ...documentKey(organization_id, document_id),
          ...record,
          ...busyFields(document_id, record.processing_status, record.updated_at),
        },
        ...new Expression().absent().build(),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    ...writeEntry(table, record, registerEntryOf(record)),
  ];
};

/** Names the document on the upload whose file it awaits: one document for one upload. */
const awaiting = (
  table: Table,
  { organization_id, document_id }: DocumentRecord,
  uploadId: string,
): TransactionItem => {
  const free = new Expression().set('document_id', document_id).exists();
  const field = free.name('document_id');
  free.when(`attribute_type(${field}, ${free.value('NULL')}) OR ${field} = ${free.value(document_id)}`);
  return {
    Update: {
      TableName: table.name,
      Key: uploadKey(organization_id, uploadId),
      ...(free.build() as { UpdateExpression: string }),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
};

/** Adds the record to its chain. Where it is the youngest of it, the former latest hands `is_latest` over. */
const chained = async (table: Table, record: DocumentRecord) => {
  const { organization_id, project_id, document_id, revision_root, created_at } = record;
  const pointer = await readPointer(table, record);
  const former = pointer?.document_id ?? revision_root;
  const is_latest = pointer === undefined || isYounger(record, pointer);
  const revision = revisionKey(organization_id, project_id, revision_root, created_at, document_id);
  const items: TransactionItem[] = [
    pointTo(table, record, pointer, is_latest ? record : pointer),
    { Put: { TableName: table.name, Item: { ...revision, document_id } } },
    ...(is_latest ? crown(table, record, former, false, { id: record.write_id, at: record.updated_at }) : []),
  ];
  return { is_latest, items };
};

/**
 * Stores a document; where it revises another one, it becomes the latest of that chain in the same
 * transaction. Two revisions at once follow each other: the second one finds the pointer moved and is tried
 * again behind the first.
 */
export const createDocument = async (
  table: Table,
  record: DocumentRecord,
  awaitedUpload?: string,
): Promise<DocumentRecord> => {
  const upload = awaitedUpload === undefined ? [] : [awaiting(table, record, awaitedUpload)];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const chain = record.revision_of === null ? undefined : await chained(table, record);
    const document = { ...record, is_latest: chain?.is_latest ?? true };
    const own = stored(table, document);
    const refused = await transact(table, [...own, ...upload, ...(chain?.items ?? [])]);
    if (!refused) return document;
    if (refused.index === 0) {
      if (refused.item?.creation_id === record.creation_id) return DocumentRecord.parse(refused.item);
      throw new Conflict(`A document ${record.document_id} exists already`);
    }
    if (upload.length > 0 && refused.index === own.length) {
      if (!refused.item) throw new Conflict('The upload has expired');
      throw new Conflict(`Document ${refused.item?.document_id} awaits the file of this store_path already`);
    }
  }
  throw new Unavailable('The revision chain is being changed by too many at once', 1);
};
