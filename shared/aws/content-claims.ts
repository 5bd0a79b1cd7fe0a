import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { Expression } from '../table/expression.ts';
import { contentClaimKey } from '../table/keys.ts';
import type { Table } from './clients/table.ts';

/**
 * First document wins: answers the id of the document that holds this file's SHA-256 in the project.
 * @param insteadOf a holder that was found deleted: its claim may be taken over
 */
export const claimContent = async (
  table: Table,
  organizationId: string,
  projectId: string,
  sha256: string,
  documentId: string,
  insteadOf = documentId,
): Promise<string> => {
  const unclaimed = new Expression();
  const holders = [documentId, insteadOf].map((id) => unclaimed.value(id)).join(', ');
  unclaimed.when(`attribute_not_exists(${unclaimed.name('pk')}) OR ${unclaimed.name('document_id')} IN (${holders})`);
  try {
    await table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: { ...contentClaimKey(organizationId, projectId, sha256), document_id: documentId },
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
