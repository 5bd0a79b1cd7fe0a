import * as z from 'zod';
import type { DocumentRecord } from '../../domain/documents/document.ts';
import { Conflict, Unavailable } from '../../domain/errors.ts';
import { Expression } from '../../table/expression.ts';
import { contentClaimKey, documentKey } from '../../table/keys.ts';
import { DOCUMENTS } from '../../table/kinds/documents.ts';
import type { Table } from '../clients/table.ts';
import { getItem } from '../dynamodb/items.ts';
import { backOff } from '../dynamodb/patience.ts';
import { checking, deleting, putting, type TransactionItem, transact, updating } from '../dynamodb/transaction.ts';
import { getRecord } from '../records/read-records.ts';

const ATTEMPTS = 60;

type Claimant = Pick<DocumentRecord, 'organization_id' | 'project_id' | 'document_id'>;

const Claim = z.object({ document_id: z.string() });

const keyOf = ({ organization_id, project_id }: Claimant, sha256: string) =>
  contentClaimKey(organization_id, project_id, sha256);

/**
 * Returns the SHA-256 that the document claims while it is not deleted; null if it claims none. Records of earlier
 * versions do not say: the claim may be theirs.
 */
export const claimOf = ({ content_claim, sha256, processing_status }: DocumentRecord): string | null => {
  if (content_claim !== undefined) return content_claim;
  return processing_status === 'DUPLICATE' ? null : sha256;
};

/**
 * Returns the writes that give the claim to this document, or the id of the document that holds it. A holder that is
 * deleted or missing, which earlier versions could leave, is replaced.
 */
const taking = async (table: Table, claimant: Claimant, sha256: string): Promise<TransactionItem[] | string> => {
  const { organization_id, document_id } = claimant;
  const key = keyOf(claimant, sha256);
  const held = await getItem(table, Claim, key);
  const unchanged = held ? new Expression().equals('document_id', held.document_id) : new Expression().absent();
  const claim = putting(table, { ...key, document_id }, unchanged);
  if (!held || held.document_id === document_id) return [claim];
  const holder = await getRecord(table, DOCUMENTS, organization_id, held.document_id);
  if (holder && !holder.is_deleted) return held.document_id;
  const former = holder ? new Expression().equals('is_deleted', true) : new Expression().absent();
  return [claim, checking(table, documentKey(organization_id, held.document_id), former)];
};

/**
 * Claims a file's SHA-256 in the project: the first document wins. The same transaction notes the claim in the record,
 * so that whoever deletes the document releases it. Returns the id of the document that holds the claim; undefined if
 * this document has been deleted.
 */
export const claimContent = async (table: Table, claimant: Claimant, sha256: string): Promise<string | undefined> => {
  const { organization_id, document_id } = claimant;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const claim = await taking(table, claimant, sha256);
    if (typeof claim === 'string') return claim;
    const noted = new Expression().set('content_claim', sha256).exists().equals('is_deleted', false);
    const document = updating(table, documentKey(organization_id, document_id), noted);
    const refused = await transact(table, { claim, document });
    if (!refused) return document_id;
    if (refused.member === 'document') return undefined;
    await backOff(Math.min(attempt, 3));
  }
  throw new Unavailable('Too many documents with the same content are changing at the same time', 1);
};

/**
 * Returns the writes that claim the content of a document again, for the transaction that restores it.
 * @throws Conflict if another document holds the claim
 */
export const reclaiming = async (table: Table, record: DocumentRecord): Promise<TransactionItem[]> => {
  const sha256 = claimOf(record);
  if (sha256 === null) return [];
  const claim = await taking(table, record, sha256);
  if (typeof claim === 'string') throw new Conflict(`The same file is stored as document ${claim}`);
  return claim;
};

/**
 * Returns the write that releases the document's claim, for the transaction that deletes it. `deletion`, the change of
 * the record in that transaction, is refused if the document has taken a claim since it was read: that leaves
 * `record_version` unchanged.
 */
export const releasing = async (
  table: Table,
  record: DocumentRecord,
  deletion: Expression,
): Promise<TransactionItem[]> => {
  const { content_claim, document_id } = record;
  if (content_claim === undefined) deletion.absent('content_claim');
  else if (content_claim === null) deletion.isNull('content_claim');
  else deletion.equals('content_claim', content_claim);
  const sha256 = claimOf(record);
  if (sha256 === null) return [];
  const key = keyOf(record, sha256);
  const held = await getItem(table, Claim, key);
  if (held?.document_id !== document_id) return [];
  return [deleting(table, key, new Expression().equals('document_id', document_id))];
};
