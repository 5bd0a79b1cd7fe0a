import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { DocumentChange } from '../../domain/documents/document.ts';
import { DocumentRecord } from '../../domain/documents/document.ts';
import { Conflict, NotFound } from '../../domain/errors.ts';
import type { Environment } from '../../environment.ts';
import type { DocumentsWrite, WriteGuard } from '../../ports.ts';
import { busyFields, isBusy } from '../../table/busy.ts';
import { Expression } from '../../table/expression.ts';
import { changedKey, documentKey, GSI1_FIELDS, registerKey } from '../../table/keys.ts';
import { REGISTER_FIELDS } from '../../table/register-entry.ts';
import { tableOf } from '../clients/table.ts';
import { claimContent, releaseContent } from '../content-claims.ts';
import { createDocument } from '../create-document.ts';
import { extendLease, whenLeaseFree, whenLeaseHeld } from '../leases.ts';
import { transact } from '../transaction.ts';

const onRegister: ReadonlySet<string> = new Set(REGISTER_FIELDS);

const guarded = (expression: Expression, guard: WriteGuard): Expression => {
  expression.exists();
  if (guard.transition) {
    // A state without an arrow to it matches none; DynamoDB refuses an empty list.
    const { from } = guard.transition;
    if (from.length > 0) expression.oneOf('processing_status', from);
    else expression.absent('processing_status');
  }
  if (guard.ifVersion !== undefined) expression.equals('record_version', guard.ifVersion);
  if (guard.isDeleted !== undefined) expression.equals('is_deleted', guard.isDeleted);
  if (guard.leaseOwner !== undefined) whenLeaseHeld(expression, guard.leaseOwner);
  if (guard.leaseFreeAt !== undefined) whenLeaseFree(expression, guard.leaseFreeAt);
  return expression;
};

/** Says which part of the guard the stored record does not meet. */
const refusal = (record: DocumentRecord, guard: WriteGuard): Conflict => {
  if (guard.ifVersion !== undefined && record.record_version !== guard.ifVersion) {
    return new Conflict(`The document has changed: its current version is "${record.record_version}"`);
  }
  if (guard.isDeleted !== undefined && record.is_deleted !== guard.isDeleted) {
    return new Conflict(record.is_deleted ? 'The document is deleted' : 'The document is not deleted');
  }
  return new Conflict(`The document is ${record.processing_status}`);
};

export const adapter = (environment: Environment): DocumentsWrite => {
  const table = tableOf(environment);
  const read = async (organizationId: string, documentId: string): Promise<DocumentRecord> => {
    const key = documentKey(organizationId, documentId);
    const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }));
    if (!Item) throw new NotFound();
    return DocumentRecord.parse(Item);
  };

  return {
    create: (record) => createDocument(table, record),

    change: async (organizationId, projectId, documentId, change, { writeId, now, addAttempt, ...guard }) => {
      const updated: DocumentChange = { ...change, updated_at: now.toISOString() };
      if (guard.transition) updated.processing_status = guard.transition.to;
      const document = new Expression().setAll(updated).set('write_id', writeId).add('record_version', 1);
      if (addAttempt) document.add('attempts', 1);
      if (updated.processing_status !== undefined) {
        const busy = busyFields(documentId, updated.processing_status, updated.queued_at);
        document.setAll(busy);
        if (!isBusy(updated.processing_status)) for (const field of GSI1_FIELDS) document.remove(field);
      }
      guarded(document, guard);
      const entry = new Expression()
        .setAll(Object.fromEntries(Object.entries(updated).filter(([field]) => onRegister.has(field))))
        .set('changed', changedKey(now, documentId))
        .exists();
      const refused = await transact(table, [
        {
          Update: {
            TableName: table.name,
            Key: documentKey(organizationId, documentId),
            ...(document.build() as { UpdateExpression: string }),
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
        {
          Update: {
            TableName: table.name,
            Key: registerKey(organizationId, projectId, documentId),
            ...(entry.build() as { UpdateExpression: string }),
          },
        },
      ]);
      if (!refused) return read(organizationId, documentId);
      if (!refused.item) throw new NotFound();
      const standing = DocumentRecord.parse(refused.item);
      if (standing.write_id === writeId) return standing;
      throw refusal(standing, guard);
    },

    extendLease: (organizationId, documentId, lease) =>
      extendLease(table, documentKey(organizationId, documentId), lease),

    claimContent: (...claim) => claimContent(table, ...claim),
    releaseContent: (...claim) => releaseContent(table, ...claim),
  };
};
