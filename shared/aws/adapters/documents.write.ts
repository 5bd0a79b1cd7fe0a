import type { DocumentChange } from '../../domain/documents/document.ts';
import { DocumentRecord } from '../../domain/documents/document.ts';
import { NotFound } from '../../domain/errors.ts';
import type { Environment } from '../../environment.ts';
import type { DocumentsWrite } from '../../ports.ts';
import { busyFields, isBusy } from '../../table/busy.ts';
import { Expression } from '../../table/expression.ts';
import { changedKey, documentKey, GSI1_FIELDS, registerKey } from '../../table/keys.ts';
import { REGISTER_FIELDS } from '../../table/register-entry.ts';
import { tableOf } from '../clients/table.ts';
import { claimContent, releaseContent } from '../documents/content-claims.ts';
import { guarded, refusal } from '../documents/document-guard.ts';
import { createDocument } from '../documents/put-document.ts';
import { readDocument } from '../documents/read-document.ts';
import { extendLease, leaseExtension } from '../dynamodb/leases.ts';
import { transact } from '../dynamodb/transaction.ts';

const onRegister: ReadonlySet<string> = new Set(REGISTER_FIELDS);

export const adapter = (environment: Environment): DocumentsWrite => {
  const table = tableOf(environment);
  return {
    create: (record, awaitedUpload) => createDocument(table, record, awaitedUpload),

    change: async (organizationId, projectId, documentId, change, { writeId, now, addAttempt, ...guard }) => {
      const updated: DocumentChange = { ...change, updated_at: now.toISOString() };
      if (guard.transition) updated.processing_status = guard.transition.to;
      const document = new Expression().setAll(updated).set('write_id', writeId).add('record_version', 1);
      if (addAttempt) document.add('attempts', 1);
      if (updated.processing_status !== undefined) {
        const busy = busyFields(documentId, updated.processing_status, now.toISOString());
        document.setAll(busy);
        if (!isBusy(updated.processing_status)) for (const field of GSI1_FIELDS) document.remove(field);
      }
      guarded(document, guard);
      const entry = new Expression()
        .setAll(Object.fromEntries(Object.entries(updated).filter(([field]) => onRegister.has(field))))
        .set('changed', changedKey(new Date(), documentId))
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
      const standing = refused ? refused.item : await readDocument(table, organizationId, documentId);
      if (!standing) throw new NotFound();
      const record = DocumentRecord.parse(standing);
      if (!refused || record.write_id === writeId) return record;
      throw refusal(record, guard);
    },

    extendLease: (organizationId, documentId, lease) =>
      extendLease(table, documentKey(organizationId, documentId), lease),
    leaseExtension: (organizationId, documentId, owner) =>
      leaseExtension(table, documentKey(organizationId, documentId), owner),

    claimContent: (...claim) => claimContent(table, ...claim),
    releaseContent: (...claim) => releaseContent(table, ...claim),
  };
};
