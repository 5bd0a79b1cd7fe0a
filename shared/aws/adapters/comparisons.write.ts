import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { ComparisonRecord } from '../../domain/comparisons/comparison.ts';
import { Conflict, NotFound } from '../../domain/errors.ts';
import type { Environment } from '../../environment.ts';
import type { ComparisonsWrite } from '../../ports.ts';
import { Expression } from '../../table/expression.ts';
import { BUSY_COMPARISONS, comparisonEntryKey, comparisonKey, documentKey, GSI1_FIELDS } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { extendLease, leaseExtension, whenLeaseFree, whenLeaseHeld } from '../dynamodb/leases.ts';
import type { TransactionItem } from '../dynamodb/transaction.ts';
import { transact } from '../dynamodb/transaction.ts';

export const adapter = (environment: Environment): ComparisonsWrite => {
  const table = tableOf(environment);

  /** Sets or clears the link of one document; a link to another comparison is never cleared. */
  const linked = (record: ComparisonRecord, documentId: string, link: string | null, writeId: string) => {
    const expression = new Expression()
      .set('drawing_comparison_id', link)
      .set('write_id', writeId)
      .add('record_version', 1)
      .exists();
    if (link === null) expression.equals('drawing_comparison_id', record.id);
    const Key = documentKey(record.organization_id, documentId);
    return {
      Update: { TableName: table.name, Key, ...(expression.build() as { UpdateExpression: string }) },
    } satisfies TransactionItem;
  };

  return {
    create: async (record) => {
      const { organization_id, project_id, id, created_at } = record;
      const refused = await transact(table, [
        {
          Put: {
            TableName: table.name,
            Item: {
              ...comparisonKey(organization_id, id),
              ...record,
              gsi1pk: BUSY_COMPARISONS,
              gsi1sk: record.queued_at,
            },
            ...new Expression().absent().build(),
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
        {
          Put: {
            TableName: table.name,
            Item: { ...comparisonEntryKey(organization_id, project_id, created_at, id), id },
          },
        },
        linked(record, record.original_drawing_id, id, record.write_id),
        linked(record, record.comparison_drawing_id, id, record.write_id),
      ]);
      if (!refused) return record;
      if (refused.index === 0 && refused.item) return ComparisonRecord.parse(refused.item);
      throw new NotFound();
    },

    change: async (organizationId, id, change, guard) => {
      const { transition, now, writeId } = guard;
      const update = new Expression()
        .setAll({ ...change, status: transition.to, updated_at: now.toISOString(), write_id: writeId })
        .add('record_version', 1)
        .exists()
        .oneOf('status', transition.from);
      if (guard.addAttempt) update.add('attempts', 1);
      if (guard.leaseOwner !== undefined) whenLeaseHeld(update, guard.leaseOwner);
      if (guard.leaseFreeAt !== undefined) whenLeaseFree(update, guard.leaseFreeAt);
      if (transition.to === 'queued') update.setAll({ gsi1pk: BUSY_COMPARISONS, gsi1sk: change.queued_at });
      if (transition.to === 'ready' || transition.to === 'failed') for (const f of GSI1_FIELDS) update.remove(f);
      try {
        const { Attributes } = await table.client.send(
          new UpdateCommand({
            TableName: table.name,
            Key: comparisonKey(organizationId, id),
            ...update.build(),
            ReturnValues: 'ALL_NEW',
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        );
        return ComparisonRecord.parse(Attributes);
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        if (!error.Item) throw new NotFound();
        const standing = ComparisonRecord.parse(unmarshall(error.Item));
        if (standing.write_id === writeId) return standing;
        throw new Conflict(`The comparison is ${standing.status}`);
      }
    },

    extendLease: (organizationId, id, lease) => extendLease(table, comparisonKey(organizationId, id), lease),
    leaseExtension: (organizationId, id, owner) => leaseExtension(table, comparisonKey(organizationId, id), owner),

    delete: async (record) => {
      const { organization_id, project_id, id, created_at, original_drawing_id, comparison_drawing_id } = record;
      const gone: TransactionItem[] = [
        { Delete: { TableName: table.name, Key: comparisonKey(organization_id, id) } },
        { Delete: { TableName: table.name, Key: comparisonEntryKey(organization_id, project_id, created_at, id) } },
      ];
      let links = [original_drawing_id, comparison_drawing_id];
      for (;;) {
        const unlinked = links.map((documentId) => linked(record, documentId, null, `unlink:${id}`));
        const refused = await transact(table, [...gone, ...unlinked]);
        if (!refused) return;
        // That document is linked to another comparison by then: leave it and go on with the others.
        const kept = links[refused.index - gone.length];
        links = links.filter((documentId) => documentId !== kept);
      }
    },
  };
};
