import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { Expression } from '../../table/expression.ts';
import { contentClaimKey, type Key } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import { readDocument } from './read-document.ts';

/** Puts the claim where it is free, the document's own, or held by `insteadOf`; answers who holds it then. */
const take = async (table: Table, key: Key, documentId: string, insteadOf: string): Promise<string> => {
  const unclaimed = new Expression();
  const holders = [documentId, insteadOf].map((id) => unclaimed.value(id)).join(', ');
  unclaimed.when(`attribute_not_exists(${unclaimed.name('pk')}) OR ${unclaimed.name('document_id')} IN (${holders})`);
  try {
    await table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: { ...key, document_id: documentId },
        ...unclaimed.build(),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return documentId;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException) || !error.Item) throw error;
    return String(unmarshall(error.Item).document_id);
  }
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
  const original = await readDocument(table, organizationId, holder);
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
  try {
    await table.client.send(
      new DeleteCommand({
        TableName: table.name,
        Key: contentClaimKey(organizationId, projectId, sha256),
        ...new Expression().equals('document_id', documentId).build(),
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
