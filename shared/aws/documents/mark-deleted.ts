import { recordedActor } from '../../acting.ts';
import type { DocumentRecord } from '../../domain/documents/document.ts';
import { latestOf } from '../../domain/documents/latest-revision.ts';
import { NotFound, Unavailable } from '../../domain/errors.ts';
import type { DocumentsDelete } from '../../ports.ts';
import { Expression } from '../../table/expression.ts';
import { documentKey } from '../../table/keys.ts';
import { DOCUMENTS } from '../../table/kinds/documents.ts';
import type { Table } from '../clients/table.ts';
import { becomingDue, noLongerDue } from '../dynamodb/due-entries.ts';
import { guarded, refusal } from '../dynamodb/guard.ts';
import { getItems } from '../dynamodb/items.ts';
import { backOff } from '../dynamodb/patience.ts';
import { type TransactionItem, transact, updating } from '../dynamodb/transaction.ts';
import { eventOf } from '../events/outbox.ts';
import { assertProjectOpen, projectClosedError } from '../records/project-gate.ts';
import { getRecord } from '../records/read-records.ts';
import { reclaiming, releasing } from './content-claims.ts';
import { changingRegister } from './register-items.ts';
import { ChainRevision, pointTo, readChain, readPointer, setLatest, stillAlone } from './revision-chain.ts';

const ATTEMPTS = 60;
/** Documents of a chain that are read at once, youngest first. */
const BATCH = 100;

/** Returns the fields that state whether, when and by whom a document was deleted. */
const markOf = (is_deleted: boolean, at: string) => {
  const updated_by = recordedActor();
  const deletion = is_deleted ? { deleted_at: at, deleted_by: updated_by } : { deleted_at: null, deleted_by: null };
  return { is_deleted, ...deletion, updated_by };
};

type Terms = Parameters<DocumentsDelete['delete']>[1];

/**
 * Returns the document that becomes the latest of the chain when `record` is deleted or restored; undefined if all are
 * deleted.
 */
const nextLatest = async (table: Table, record: DocumentRecord, isDeleted: boolean) => {
  const ids = await readChain(table, record);
  for (let start = 0; start < ids.length; start += BATCH) {
    const keys = ids.slice(start, start + BATCH).map((id) => documentKey(record.organization_id, id));
    const found = (await getItems(table, ChainRevision, keys)).filter((each) => each !== undefined);
    const latest = latestOf(
      found.map((each) => (each.document_id === record.document_id ? { ...each, is_deleted: isDeleted } : each)),
    );
    if (latest) return latest;
  }
  return undefined;
};

/**
 * Returns the changes that deleting or restoring makes to the other documents of the chain, and the record's own
 * `is_latest`.
 */
const changeChain = async (
  table: Table,
  record: DocumentRecord,
  isDeleted: boolean,
  write: { id: string; at: string },
): Promise<{ is_latest?: boolean; items: TransactionItem[] }> => {
  const pointer = await readPointer(table, record);
  if (!pointer) return { items: [stillAlone(table, record)] };
  const latest = await nextLatest(table, record, isDeleted);
  // If all documents are deleted, the last one remains the latest.
  if (!latest) return { items: [pointTo(table, record, pointer, { ...pointer, is_deleted: true })] };
  const items = [pointTo(table, record, pointer, latest)];
  if (latest.document_id !== pointer.document_id) {
    for (const id of [pointer.document_id, latest.document_id]) {
      if (id !== record.document_id) items.push(...setLatest(table, record, id, id === latest.document_id, write));
    }
  }
  return { is_latest: latest.document_id === record.document_id, items };
};

const changeClaim = (table: Table, record: DocumentRecord, isDeleted: boolean, update: Expression) =>
  isDeleted ? releasing(table, record, update) : reclaiming(table, record);

/**
 * Returns true if nothing would be written for this record. The condition of a write detects a record that is out of
 * date; an answer without a write needs one that has just been read.
 */
const isOutOfDate = (
  record: DocumentRecord,
  isDeleted: boolean,
  { ifVersion = record.record_version }: Terms,
): boolean => record.is_deleted === isDeleted || ifVersion !== record.record_version;

/**
 * Deletes or restores a document in one transaction with its register entry, its claim on its content and its revision
 * chain, on condition that neither record nor chain has changed since it was read. If one has, the transaction is retried
 * on the new versions, so the result is exactly what this write stored.
 */
export const markDeleted = async (
  table: Table,
  record: DocumentRecord,
  isDeleted: boolean,
  terms: Terms,
): Promise<DocumentRecord> => {
  const { organization_id, document_id } = record;
  const at = terms.now.toISOString();
  const read = () => getRecord(table, DOCUMENTS, organization_id, document_id);
  let before = isOutOfDate(record, isDeleted, terms) ? await read() : record;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (!before || before.purge_started_at) throw new NotFound();
    if (before.write_id === terms.writeId) return before;
    const { ifVersion } = terms;
    if (ifVersion !== undefined && ifVersion !== before.record_version) throw refusal(DOCUMENTS, before, { ifVersion });
    if (before.is_deleted === isDeleted) return before;

    const { is_latest = before.is_latest, items } = await changeChain(table, before, isDeleted, {
      id: terms.writeId,
      at,
    });
    const change = { ...markOf(isDeleted, at), is_latest, updated_at: at };
    const update = new Expression().setAll(change).set('write_id', terms.writeId).add('record_version', 1);
    guarded(update, DOCUMENTS, { ifVersion: before.record_version });
    const claim = await changeClaim(table, before, isDeleted, update);
    const due = { organization_id, id: document_id, at: isDeleted ? at : (before.deleted_at ?? at) };
    const after = { ...before, ...change, write_id: terms.writeId, record_version: before.record_version + 1 };
    const refused = await transact(table, {
      record: updating(table, documentKey(organization_id, document_id), update),
      event: eventOf(table, DOCUMENTS, before, after),
      register: changingRegister(table, before, change),
      claim,
      chain: items,
      due: isDeleted ? becomingDue(table, 'DELETED', due) : noLongerDue(table, 'DELETED', due),
      project: isDeleted ? [] : assertProjectOpen(table, before, document_id),
    });
    if (!refused) return after;
    if (refused.member === 'project') throw projectClosedError(refused);
    await backOff(Math.min(attempt, 4));
    before = await read();
  }
  throw new Unavailable('Too many requests are changing the revision chain at the same time', 1);
};
