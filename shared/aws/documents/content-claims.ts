import * as z from 'zod';
import { Expression } from '../../table/expression.ts';
import { contentClaimKey, type Key } from '../../table/keys.ts';
import { DOCUMENTS } from '../../table/kinds/documents.ts';
import type { Table } from '../clients/table.ts';
import { deleteItem, putItem } from '../dynamodb/items.ts';
import { getRecord } from '../records/read-records.ts';

const Claim = z.object({ document_id: z.string() });

/** Puts the claim where it is free, the document's own, or held by `insteadOf`; answers who holds it then. */
const take = async (table: Table, key: Key, documentId: string, insteadOf: string): Promise<string> => {
  const unclaimed = new Expression();
  const holders = [documentId, insteadOf].map((id) => unclaimed.value(id)).join(', ');
  unclaimed.when(`attribute_not_exists(${unclaimed.name('pk')}) OR ${unclaimed.name('document_id')} IN (${holders})`);
  const refused = await putItem(table, { ...key, document_id: documentId }, unclaimed);
  return refused ? Claim.parse(refused.standing).document_id : documentId;
};

/**
 * First document wins: answers the id of the document that holds this file's SHA-256 in the project. A holder that
 * is deleted, or whose create never came to its end, is replaced.
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

/** Frees the claim where this document holds it; running it twice changes nothing. */
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
