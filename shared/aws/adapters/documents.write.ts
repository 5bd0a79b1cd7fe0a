import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { DocumentChange } from '../../domain/documents/document.ts';
import { DocumentRecord } from '../../domain/documents/document.ts';
import { Conflict, NotFound } from '../../domain/errors.ts';
import type { Environment } from '../../environment.ts';
import type { DocumentsWrite, WriteGuard } from '../../ports.ts';
import { Expression } from '../../table/expression.ts';
import { busyPartition, busyShard, changedKey, documentKey, GSI1_FIELDS, registerKey } from '../../table/keys.ts';
import { REGISTER_FIELDS, registerEntryOf } from '../../table/register-entry.ts';
import { tableOf } from '../clients/table.ts';
import { claimContent, releaseContent } from '../content-claims.ts';
import { transact } from '../transaction.ts';

const isBusy = (status: string | undefined): boolean => status === 'QUEUED' || status === 'PROCESSING';
const onRegister: ReadonlySet<string> = new Set(REGISTER_FIELDS);

const guarded = (expression: Expression, guard: WriteGuard): Expression => {
  expression.exists();
  if (guard.transition) expression.oneOf('processing_status', guard.transition.from);
  if (guard.ifVersion !== undefined) expression.equals('record_version', guard.ifVersion);
  if (guard.isDeleted !== undefined) expression.equals('is_deleted', guard.isDeleted);
  const lease = expression.name('lease');
  if (guard.leaseOwner !== undefined) {
    expression.when(`${lease}.${expression.name('owner')} = ${expression.value(guard.leaseOwner)}`);
  }
  if (guard.leaseFreeAt !== undefined) {
    const type = expression.value('NULL');
    const now = expression.value(guard.leaseFreeAt);
    expression.when(`attribute_type(${lease}, ${type}) OR ${lease}.${expression.name('until')} < ${now}`);
  }
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
    const { Item } = await table.client.send(
      new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }),
    );
    if (!Item) throw new NotFound();
    return DocumentRecord.parse(Item);
  };

  return {
    create: async (record) => {
      const key = documentKey(record.organization_id, record.document_id);
      const now = new Date(record.updated_at);
      const refused = await transact(table, [
        {
          Put: {
            TableName: table.name,
            Item: { ...key, ...record, ...busyFields(record.document_id, record.processing_status, record.queued_at) },
            ...new Expression().absent().build(),
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
        {
          Put: {
            TableName: table.name,
            Item: {
              ...registerKey(record.organization_id, record.project_id, record.document_id),
              ...registerEntryOf(record, changedKey(now, record.document_id)),
            },
          },
        },
      ]);
      if (!refused) return record;
      if (refused.item?.write_id === record.write_id) return DocumentRecord.parse(refused.item);
      throw new Conflict(`A document ${record.document_id} exists already`);
    },

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

    claimContent: (organizationId, projectId, sha256, documentId) =>
      claimContent(table, organizationId, projectId, sha256, documentId),
    releaseContent: (organizationId, projectId, sha256, documentId) =>
      releaseContent(table, organizationId, projectId, sha256, documentId),
  };
};

/** The sparse index's fields while a worker has or awaits the document; none otherwise. */
const busyFields = (documentId: string, status: string, queuedAt: string | null | undefined) =>
  isBusy(status)
    ? { gsi1pk: busyPartition(busyShard(documentId)), ...(queuedAt && { gsi1sk: queuedAt }) }
    : {};
