import { isYounger } from '../../domain/documents/chain.ts';
import type { DocumentRecord } from '../../domain/documents/document.ts';
import { TRANSITIONS } from '../../domain/documents/transitions.ts';
import type { Awaited } from '../../domain/due.ts';
import { Conflict, NotFound, Unavailable } from '../../domain/errors.ts';
import { type UploadRecord, uploadEnd } from '../../domain/uploads/upload.ts';
import { Expression } from '../../table/expression.ts';
import { documentKey, fileHolderKey, uploadKey } from '../../table/keys.ts';
import { DOCUMENTS } from '../../table/kinds/documents.ts';
import type { Table } from '../clients/table.ts';
import { becomingDue } from '../dynamodb/due.ts';
import { getItem } from '../dynamodb/items.ts';
import { backOff } from '../dynamodb/patience.ts';
import { Refusal } from '../dynamodb/refusal.ts';
import { checking, type Members, putting, type TransactionItem, updating } from '../dynamodb/transaction.ts';
import { storeRecord } from '../records/create-record.ts';
import { enteringRegister } from './register-items.ts';
import { asRevision, type Pointer, pointTo, Revision, readPointer, setLatest } from './revision-chain.ts';

const ATTEMPTS = 60;

const isAwaited = ({ processing_status }: DocumentRecord): boolean =>
  (TRANSITIONS.miss.from as readonly string[]).includes(processing_status);

/**
 * Holds the upload whose file is registered open meanwhile, and names its first document on it: the one that the
 * arrival of the file is told to.
 */
const naming = (
  table: Table,
  { organization_id, document_id, write_id, updated_at }: DocumentRecord,
  upload: UploadRecord,
): TransactionItem => {
  const key = uploadKey(organization_id, upload.upload_id);
  const open = new Expression().exists().absent('is_closed');
  if (upload.document_id !== null && upload.document_id !== document_id) return checking(table, key, open);
  open.setAll({ document_id, write_id, updated_at }).add('record_version', 1);
  const field = open.name('document_id');
  open.when(`attribute_type(${field}, ${open.value('NULL')}) OR ${field} = ${open.value(document_id)}`);
  return updating(table, key, open);
};

/** What registering an uploaded file writes. */
const registering = (table: Table, record: DocumentRecord, upload: UploadRecord): Members => ({
  upload: naming(table, record, upload),
  holder: putting(table, { ...fileHolderKey(record.organization_id, upload.upload_id, record.document_id) }),
  awaited: awaiting(table, record, upload),
});

/** Has the clock look for a file that is not there yet. */
const awaiting = (table: Table, record: DocumentRecord, upload: UploadRecord): TransactionItem[] => {
  const { organization_id, document_id: id, created_at: since } = record;
  if (!isAwaited(record)) return [];
  const awaited: Awaited = { organization_id, id, at: since, since, until: uploadEnd(upload) };
  return [becomingDue(table, 'AWAITED', awaited)];
};

/** What becomes of the chain's former latest; of the root, which no pointer covers, it must be as it was read. */
const succeeded = (
  table: Table,
  record: DocumentRecord,
  former: Revision,
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

/** Adds the record to its chain. Where it is the youngest that stands, the former latest hands `is_latest` over. */
const chained = async (table: Table, record: DocumentRecord) => {
  const pointer = await readPointer(table, record);
  const root = documentKey(record.organization_id, record.revision_root);
  const former = pointer ?? (await getItem(table, Revision, root));
  if (!former) throw new NotFound();
  // It is stored already, and its own item says by whom: a transaction may name each item once.
  if (former.document_id === record.document_id) return { is_latest: true, items: [] };
  const is_latest = former.is_deleted || isYounger(record, former);
  const items: TransactionItem[] = [
    pointTo(table, record, pointer, is_latest ? record : former),
    asRevision(table, record),
    ...succeeded(table, record, former, pointer, is_latest),
  ];
  return { is_latest, items };
};

/**
 * Stores a document; where it revises another one, it becomes the latest of that chain in the same
 * transaction. Two revisions at once follow each other: the second one finds the chain changed and is tried
 * again behind the first.
 */
export const createDocument = async (
  table: Table,
  record: DocumentRecord,
  upload?: UploadRecord,
): Promise<DocumentRecord> => {
  let read = upload;
  const refuseTaken = () => {
    if (!read?.document_id || read.document_id === record.document_id || !isAwaited(record)) return;
    throw new Conflict(`Document ${read.document_id} awaits the file of this store_path already`);
  };
  refuseTaken();
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const chain = record.revision_of === null ? undefined : await chained(table, record);
    const document = { ...record, is_latest: chain?.is_latest ?? true };
    const stored = await storeRecord(table, DOCUMENTS, document, {
      ...(read && registering(table, record, read)),
      register: enteringRegister(table, document),
      chain: chain?.items ?? [],
    });
    if (!(stored instanceof Refusal)) return stored;
    if (stored.member === 'record') throw new Conflict(`A document ${record.document_id} exists already`);
    if (read && stored.member === 'upload') {
      if (!stored.standing || stored.standing.is_closed) throw new Conflict('The upload has expired');
      read = { ...read, document_id: String(stored.standing.document_id) };
    }
    refuseTaken();
    await backOff(Math.min(attempt, 3));
  }
  throw new Unavailable('The revision chain is being changed by too many at once', 1);
};
