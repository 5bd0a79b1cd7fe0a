import * as z from 'zod';
import { Expression } from '../../table/expression.ts';
import { contentClaimKey, type Key } from '../../table/keys.ts';
import { DOCUMENTS } from '../../table/kinds/documents.ts';
import type { Table } from '../clients/table.ts';
import { deleteItem, putItem } from '../dynamodb/items.ts';
import { getRecord } from '../records/read-records.ts';

const Claim = z.object({ document_id: z.string() });

/** Stores the claim if there is none or if this document or `insteadOf` holds it. Returns the id of the holder. */
const take = async (table: Table, key: Key, documentId: string, insteadOf: string): Promise<string> => {
  const unclaimed = new Expression();
  const holders = [documentId, insteadOf].map((id) => unclaimed.value(id)).join(', ');
  unclaimed.when(`attribute_not_exists(${unclaimed.name('pk')}) OR ${unclaimed.name('document_id')} IN (${holders})`);
  const refused = await putItem(table, { ...key, document_id: documentId }, unclaimed);
  return refused ? Claim.parse(refused.existing).document_id : documentId;
};

/**
 * The first document wins: returns the id of the document that holds this file's SHA-256 in the project. A holder that
 * is deleted, or was never completely created, is replaced.
 */
export const claimContent = async (
  table: Table,
  organizationId: string,
  projectId: string,
  sha256: string,
  documentId: string,
): Promise<string> => {
  const key = contentClaimKey(organizationId, projectId, sha256);
  const holder = await take(table, key, documentId, documentId);
  if (holder === documentId) return holder;
  const original = await getRecord(table, DOCUMENTS, organizationId, holder);
  return original && !original.is_deleted ? holder : take(table, key, documentId, holder);
};

/** Releases the claim if this document holds it. May be repeated. */
export const releaseContent = async (
  table: Table,
  organizationId: string,
  projectId: string,
  sha256: string,
  documentId: string,
): Promise<void> => {
  const key = contentClaimKey(organizationId, projectId, sha256);
  await deleteItem(table, key, new Expression().equals('document_id', documentId));
};
