import { webhookNotices } from '../../domain/notifications/notices.ts';
import type { Environment } from '../../environment.ts';
import type { WebhooksWrite } from '../../ports.ts';
import { Expression } from '../../table/expression.ts';
import { feedHeadKey, webhookKey, webhookStateKey } from '../../table/keys.ts';
import { WEBHOOKS } from '../../table/kinds/webhooks.ts';
import { tableOf } from '../clients/table.ts';
import { becomingDue } from '../dynamodb/due-entries.ts';
import { getItem } from '../dynamodb/items.ts';
import { removePartition } from '../dynamodb/remove-partition.ts';
import { deleting, putting, updating } from '../dynamodb/transaction.ts';
import { FeedHead } from '../events/feed-head.ts';
import { notificationItems } from '../mail/notification-items.ts';
import { changeTogether } from '../records/change-record.ts';
import { createRecord } from '../records/create-record.ts';
import { deleteRecord } from '../records/delete-record.ts';
import { movingEntries } from '../records/entries.ts';
import { recordsWrite } from '../records/write-records.ts';

export const adapter = (environment: Environment): WebhooksWrite => {
  const table = tableOf(environment);
  return {
    ...recordsWrite(table, WEBHOOKS),
    create: async (record) => {
      const { organization_id, id } = record;
      const feed = await getItem(table, FeedHead, feedHeadKey(organization_id));
      const state = { position: feed?.position ?? 0, failures: 0, failing_since: null, retry_at: null, wanted: 0 };
      return createRecord(table, WEBHOOKS, record, {
        state: putting(table, { ...webhookStateKey(organization_id, id), organization_id, id, ...state }),
      });
    },
    delete: async (record, terms) => {
      const { organization_id, id } = record;
      const state = deleting(table, webhookStateKey(organization_id, id));
      return (await deleteRecord(table, WEBHOOKS, record, terms, () => ({ state }))) as typeof record;
    },
    resume: (organizationId, id, change, guard) =>
      changeTogether(table, WEBHOOKS, organizationId, id, change, guard, (before, after) => {
        const entries = movingEntries(table, WEBHOOKS, before, after);
        if (after.status !== 'active') return entries;
        const fresh = new Expression().setAll({ failures: 0, failing_since: null, retry_at: null }).exists();
        return [
          ...entries,
          updating(table, webhookStateKey(organizationId, id), fresh),
          becomingDue(table, 'WEBHOOK', { organization_id: organizationId, id, at: guard.now.toISOString() }),
        ];
      }),
    disable: ({ organization_id, id }, disabled_reason, administrators, guard) => {
      const disabling = { ...guard, transition: { from: ['active'], to: 'disabled' } };
      return changeTogether(table, WEBHOOKS, organization_id, id, { disabled_reason }, disabling, (before, after) => [
        ...movingEntries(table, WEBHOOKS, before, after),
        ...notificationItems(table, after, webhookNotices(after, administrators)),
      ]);
    },
    removeBeside: async (organizationId, id) => {
      const own = webhookKey(organizationId, id);
      await removePartition(table, own.pk, (sort) => sort !== own.sk);
    },
  };
};
