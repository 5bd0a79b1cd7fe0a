import { recordedActor } from '../../acting.ts';
import type { DocumentRecord } from '../../domain/documents/document.ts';
import { isYounger } from '../../domain/documents/latest-revision.ts';
import { TRANSITIONS } from '../../domain/documents/transitions.ts';
import type { Awaited } from '../../domain/due.ts';
import { Conflict, NotFound, Unavailable } from '../../domain/errors.ts';
import { arrivalEnd, type UploadRecord } from '../../domain/uploads/upload-record.ts';
import type { FileSource } from '../../ports.ts';
import { Expression } from '../../table/expression.ts';
import { documentKey, fileHolderKey, uploadKey } from '../../table/keys.ts';
import { DOCUMENTS } from '../../table/kinds/documents.ts';
import type { Table } from '../clients/table.ts';
import { becomingDue, noLongerDue } from '../dynamodb/due-entries.ts';
import { getItem } from '../dynamodb/items.ts';
import { backOff } from '../dynamodb/patience.ts';
import { Refusal } from '../dynamodb/refusal.ts';
import { checking, type Members, putting, type TransactionItem, updating } from '../dynamodb/transaction.ts';
import { storeRecord } from '../records/create-record.ts';
import { enteringRegister } from './register-items.ts';
import { asRevision, ChainRevision, type Pointer, pointTo, readPointer, setLatest } from './revision-chain.ts';

const ATTEMPTS = 60;

const isAwaited = ({ processing_status }: DocumentRecord): boolean =>
  (TRANSITIONS.miss.from as readonly string[]).includes(processing_status);

/** Requires that the upload is open, and records its first document: the one that is notified when the file arrives. */
const reserveUpload = (
  table: Table,
  { organization_id, document_id, write_id, updated_at }: DocumentRecord,
  upload: UploadRecord,
): TransactionItem => {
  const key = uploadKey(organization_id, upload.upload_id);
  const open = new Expression().exists().absent('is_closed');
  if (upload.document_id !== null && upload.document_id !== document_id) return checking(table, key, open);
  open.setAll({ document_id, write_id, updated_at, updated_by: recordedActor() }).add('record_version', 1);
  const field = open.name('document_id');
  open.when(`attribute_type(${field}, ${open.value('NULL')}) OR ${field} = ${open.value(document_id)}`);
  return updating(table, key, open);
};

/** Returns the writes that register an uploaded file. */
const registerUpload = (table: Table, record: DocumentRecord, upload: UploadRecord): Members => ({
  upload: reserveUpload(table, record, upload),
  holder: putting(table, { ...fileHolderKey(record.organization_id, upload.upload_id, record.document_id) }),
  awaited: awaitFile(table, record, upload),
});

/** Makes the document due for a check of whether its file has arrived. */
const awaitFile = (table: Table, record: DocumentRecord, upload: UploadRecord): TransactionItem[] => {
  const { organization_id, document_id: id, created_at: since } = record;
  if (!isAwaited(record)) return [];
  const awaited: Awaited = { organization_id, id, at: since, since, until: arrivalEnd(upload) };
  return [becomingDue(table, 'AWAITED', awaited)];
};

/**
 * Returns the writes on the chain's previous latest document. The root has no pointer that guards it, so it must be as
 * it was read.
 */
const replaceLatest = (
  table: Table,
  record: DocumentRecord,
  former: ChainRevision,
  pointer: Pointer | undefined,
  isLatest: boolean,
): TransactionItem[] => {
  const asRead = pointer ? undefined : former.is_deleted;
  if (isLatest) {
    const write = { id: record.write_id, at: record.updated_at };
    return setLatest(table, record, former.document_id, false, write, asRead);
  }
  if (asRead === undefined) return [];
  const key = documentKey(record.organization_id, former.document_id);
  return [checking(table, key, new Expression().equals('is_deleted', asRead))];
};

/**
 * Returns the writes that add the record to its chain. If it is the youngest document that is not deleted, it becomes
 * the latest.
 */
const joinChain = async (table: Table, record: DocumentRecord) => {
  const pointer = await readPointer(table, record);
  const root = documentKey(record.organization_id, record.revision_root);
  const former = pointer ?? (await getItem(table, ChainRevision, root));
  if (!former) throw new NotFound();
  // The document is stored already. Its own item reports that as a conflict, and a transaction may contain each item
  // once.
  if (former.document_id === record.document_id) return { is_latest: true, items: [] };
  const is_latest = former.is_deleted || isYounger(record, former);
  const items: TransactionItem[] = [
    pointTo(table, record, pointer, is_latest ? record : former),
    asRevision(table, record),
    ...replaceLatest(table, record, former, pointer, is_latest),
  ];
  return { is_latest, items };
};

/**
 * Stores a document; if it revises another one, it becomes the latest of that chain in the same transaction. Of two
 * concurrent revisions, the second finds the chain changed and is retried after the first.
 */
export const insertDocument = async (
  table: Table,
  record: DocumentRecord,
  { upload, file }: FileSource = {},
): Promise<DocumentRecord> => {
  let read = upload;
  const assertUploadFree = () => {
    if (!read?.document_id || read.document_id === record.document_id || !isAwaited(record)) return;
    throw new Conflict(`Document ${read.document_id} awaits the file of this store_path already`);
  };
  assertUploadFree();
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const chain = record.revision_of === null ? undefined : await joinChain(table, record);
    const document = { ...record, is_latest: chain?.is_latest ?? true };
    const stored = await storeRecord(table, DOCUMENTS, document, {
      ...(read && registerUpload(table, record, read)),
      ...(file && { file: noLongerDue(table, 'FILE', file) }),
      register: enteringRegister(table, document),
      chain: chain?.items ?? [],
    });
    if (!(stored instanceof Refusal)) return stored;
    if (stored.member === 'record') throw new Conflict(`Document ${record.document_id} already exists`);
    if (read && stored.member === 'upload') {
      if (!stored.existing || stored.existing.is_closed) {
        throw new Conflict(stored.existing?.is_aborted ? 'The upload was aborted' : 'The upload has expired');
      }
      read = { ...read, document_id: String(stored.existing.document_id) };
    }
    assertUploadFree();
    await backOff(Math.min(attempt, 3));
  }
  throw new Unavailable('Too many requests are changing the revision chain at the same time', 1);
};
