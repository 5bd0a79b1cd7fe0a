import * as z from 'zod';
import { recordedActor } from '../../acting.ts';
import { DocumentRecord } from '../../domain/documents/document.ts';
import { Expression } from '../../table/expression.ts';
import { chainLatestKey, chainPartition, documentKey, REVISION_PREFIX, revisionKey } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import { getItem, queryItems } from '../dynamodb/items.ts';
import { checking, deleting, putting, type TransactionItem, updating } from '../dynamodb/transaction.ts';
import { puttingEvent } from '../events/outbox.ts';
import { changingRegister } from './register-items.ts';

/** Identifies a chain; any of its documents does. */
export type RevisionChain = Pick<DocumentRecord, 'organization_id' | 'project_id' | 'revision_root'>;

/** The fields that determine the latest document of a chain. */
export const ChainRevision = DocumentRecord.pick({ document_id: true, created_at: true, is_deleted: true });
export type ChainRevision = z.infer<typeof ChainRevision>;

/**
 * The chain's latest document. `version` grows by one with every change that could make another document the latest: a
 * decision based on the chain holds as long as the version is unchanged. A chain of one document has no pointer.
 */
const Pointer = ChainRevision.extend({ version: z.int() });
export type Pointer = z.infer<typeof Pointer>;

const pointerKey = ({ organization_id, project_id, revision_root }: RevisionChain) =>
  chainLatestKey(organization_id, project_id, revision_root);

/** Removes a document from the chain's revisions; the root is not among them. */
export const leaveRevisions = (table: Table, record: DocumentRecord): TransactionItem => {
  const { organization_id, project_id, revision_root, created_at, document_id } = record;
  return deleting(table, revisionKey(organization_id, project_id, revision_root, created_at, document_id));
};

/** Removes the pointer; refused if the chain has changed since `former` was read. */
export const withoutPointer = (table: Table, chain: RevisionChain, former: Pointer): TransactionItem =>
  deleting(table, pointerKey(chain), new Expression().equals('version', former.version));

/** Reads the pointer. Read it before any other item of the chain: its version then covers what is read after it. */
export const readPointer = (table: Table, chain: RevisionChain): Promise<Pointer | undefined> =>
  getItem(table, Pointer, pointerKey(chain));

/** Moves or confirms the pointer; refused if the chain has changed since `former` was read. */
export const pointTo = (
  table: Table,
  chain: RevisionChain,
  former: Pointer | undefined,
  to: ChainRevision,
): TransactionItem => {
  const { document_id, created_at, is_deleted } = to;
  const unchanged = former ? new Expression().equals('version', former.version) : new Expression().absent();
  const version = (former?.version ?? 0) + 1;
  return putting(table, { ...pointerKey(chain), document_id, created_at, is_deleted, version }, unchanged);
};

/** Refused if the document has been revised. */
export const stillAlone = (table: Table, chain: RevisionChain): TransactionItem =>
  checking(table, pointerKey(chain), new Expression().absent());

/** Adds a document to the chain's revisions. */
export const asRevision = (table: Table, record: DocumentRecord): TransactionItem => {
  const { organization_id, project_id, revision_root, created_at, document_id } = record;
  const key = revisionKey(organization_id, project_id, revision_root, created_at, document_id);
  return putting(table, { ...key, document_id });
};

const Entry = DocumentRecord.pick({ document_id: true });

/** Returns the ids of all documents of a chain with revisions, youngest first; the root comes last. */
export const readChain = async (table: Table, chain: RevisionChain): Promise<string[]> => {
  const { organization_id, project_id, revision_root } = chain;
  const revisions = await queryItems(table, Entry, {
    partition: chainPartition(organization_id, project_id, revision_root),
    prefix: REVISION_PREFIX,
    backwards: true,
  });
  return [...revisions.map(({ document_id }) => document_id), revision_root];
};

/**
 * Sets or clears `is_latest` of a document of the chain, on its record and its register entry, and stores the event.
 * @param isDeleted requires this state of the document, if the decision depended on it
 */
export const setLatest = (
  table: Table,
  chain: RevisionChain,
  documentId: string,
  isLatest: boolean,
  write: { id: string; at: string },
  isDeleted: boolean | undefined = isLatest ? false : undefined,
): TransactionItem[] => {
  const { organization_id, project_id } = chain;
  const change = { is_latest: isLatest, updated_at: write.at };
  const document = new Expression()
    .setAll({ ...change, updated_by: recordedActor(), write_id: write.id })
    .add('record_version', 1)
    .exists();
  if (isDeleted !== undefined) document.equals('is_deleted', isDeleted);
  return [
    updating(table, documentKey(organization_id, documentId), document),
    ...changingRegister(table, { organization_id, project_id, document_id: documentId }, change),
    ...puttingEvent(
      table,
      {
        type: isLatest ? 'document.reinstated' : 'document.superseded',
        organization_id,
        project_id,
        entity: { type: 'document', id: documentId },
        version: { before: null, after: null },
        changed: ['is_latest'],
        values: { is_latest: isLatest },
      },
      write.id,
    ),
  ];
};
