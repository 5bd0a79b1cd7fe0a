import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { DocumentRecord } from '../../domain/documents/document.ts';
import { latestOf } from '../../domain/documents/latest-revision.ts';
import type { Due } from '../../domain/due.ts';
import { Unavailable } from '../../domain/errors.ts';
import { parseUploadPath } from '../../domain/uploads/store-path.ts';
import type { DocumentsPurge } from '../../ports.ts';
import { Expression } from '../../table/expression.ts';
import {
  chainPartition,
  documentKey,
  dueKey,
  fileHolderKey,
  fileHolders,
  GSI1_FIELDS,
  registerKey,
} from '../../table/keys.ts';
import { DOCUMENTS } from '../../table/kinds/documents.ts';
import type { Table } from '../clients/table.ts';
import { becomingDue, noLongerDue } from '../dynamodb/due-entries.ts';
import { guarded } from '../dynamodb/guard.ts';
import { deleteItem, getItems, queryItems } from '../dynamodb/items.ts';
import { backOff } from '../dynamodb/patience.ts';
import { removePartition } from '../dynamodb/remove-partition.ts';
import { deleting, type TransactionItem, transact, updating } from '../dynamodb/transaction.ts';
import { eventOf } from '../events/outbox.ts';
import { getRecord } from '../records/read-records.ts';
import { changeItems } from '../register/change-item.ts';
import { releasing } from './content-claims.ts';
import {
  ChainRevision,
  leaveRevisions,
  pointTo,
  readChain,
  readPointer,
  setLatest,
  stillAlone,
  withoutPointer,
} from './revision-chain.ts';
import { leaveSheets } from './stored-sheet-index.ts';

const ATTEMPTS = 60;

const Successor = ChainRevision.extend({ purge_started_at: z.string().optional() });

/**
 * Returns the changes that purging a document makes to its chain: if it is the latest, another document becomes the
 * latest.
 */
const leaveChain = async (
  table: Table,
  record: DocumentRecord,
  write: { id: string; at: string },
): Promise<TransactionItem[]> => {
  const pointer = await readPointer(table, record);
  if (!pointer) return [stillAlone(table, record)];
  const left = leaveRevisions(table, record);
  if (pointer.document_id !== record.document_id) return [left, pointTo(table, record, pointer, pointer)];
  const others = (await readChain(table, record)).filter((id) => id !== record.document_id);
  const keys = others.map((id) => documentKey(record.organization_id, id));
  const found = (await getItems(table, Successor, keys)).filter((each) => each && !each.purge_started_at);
  const successors = found.filter((each) => each !== undefined);
  const successor = latestOf(successors) ?? successors[0];
  if (!successor) return [left, withoutPointer(table, record, pointer)];
  return [
    left,
    pointTo(table, record, pointer, successor),
    ...setLatest(table, record, successor.document_id, true, write, successor.is_deleted),
  ];
};

const dueOf = ({ organization_id, document_id, deleted_at }: DocumentRecord): Due => ({
  organization_id,
  id: document_id,
  at: deleted_at ?? '',
});

/**
 * Removes the document from its readers, the register and its chain and releases its claim on its content, in one
 * transaction, and makes the purge irrevocable. If the whole project is removed, the document stays in the register, where the deletion of the project
 * finds it again.
 */
export const beginPurge = async (
  table: Table,
  ...[organizationId, documentId, terms]: Parameters<DocumentsPurge['begin']>
): Promise<DocumentRecord | undefined> => {
  const at = terms.now.toISOString();
  const key = documentKey(organizationId, documentId);
  const write = { id: randomUUID(), at };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const record = await getRecord(table, DOCUMENTS, organizationId, documentId);
    if (record?.purge_started_at) return record;
    if (!record || (terms.deletedAt !== undefined && record.deleted_at !== terms.deletedAt)) {
      if (terms.deletedAt !== undefined) {
        await deleteItem(table, dueKey('DELETED', terms.deletedAt, organizationId, documentId), new Expression());
      }
      return undefined;
    }
    const change = { is_deleted: true, deleted_at: record.deleted_at ?? at, purge_started_at: at };
    const update = new Expression().setAll(change).set('write_id', write.id).add('record_version', 1);
    for (const field of GSI1_FIELDS) update.remove(field);
    guarded(update, DOCUMENTS, { ifVersion: record.record_version });
    const claim = await releasing(table, record, update);
    const purged = { ...record, ...change, write_id: write.id, record_version: record.record_version + 1 };
    const others =
      terms.deletedAt === undefined
        ? []
        : [
            deleting(table, registerKey(organizationId, record.project_id, documentId)),
            ...changeItems(table, record),
            ...(await leaveChain(table, record, write)),
          ];
    const refused = await transact(table, {
      record: updating(table, key, update),
      event: eventOf(table, DOCUMENTS, record, purged),
      claim,
      due: becomingDue(table, 'DELETED', dueOf(purged)),
      others,
    });
    if (!refused) return purged;
    await backOff(Math.min(attempt, 4));
  }
  throw new Unavailable('Too many requests are changing the document at the same time', 1);
};

/** Removes the document's hold on its file. Returns true if no other document holds it. */
export const releaseFile = async (table: Table, record: DocumentRecord): Promise<boolean> => {
  const { organization_id, store_path, document_id } = record;
  const issued = parseUploadPath(store_path);
  if (!issued) return true;
  await deleteItem(table, fileHolderKey(organization_id, issued.uploadId, document_id), new Expression());
  const others = { partition: fileHolders(organization_id, issued.uploadId), fields: ['sk'], limit: 1 };
  return (await queryItems(table, z.unknown(), others)).length === 0;
};

/**
 * Removes leases, slice plans and the index of its sheet numbers and, if the whole project is
 * removed, the revision chain.
 */
export const removeBeside = async (table: Table, record: DocumentRecord, withProject: boolean): Promise<void> => {
  const { organization_id, project_id, document_id, revision_root } = record;
  const own = documentKey(organization_id, document_id);
  await removePartition(table, own.pk, (sort) => sort !== own.sk);
  await leaveSheets(table, record, record.sheets, []);
  if (withProject) await removePartition(table, chainPartition(organization_id, project_id, revision_root));
};

/** Removes the record and everything that still refers to it, as the last step. */
export const endPurge = async (table: Table, record: DocumentRecord): Promise<void> => {
  const { organization_id, project_id, document_id } = record;
  await transact(table, {
    record: deleting(table, documentKey(organization_id, document_id)),
    due: noLongerDue(table, 'DELETED', dueOf(record)),
    register: deleting(table, registerKey(organization_id, project_id, document_id)),
  });
};
