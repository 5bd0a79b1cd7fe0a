import { DigestItem } from '../../domain/mail/digest.ts';
import type { Environment } from '../../environment.ts';
import type { DigestsWrite } from '../../ports.ts';
import { Expression } from '../../table/expression.ts';
import { digestItemKey, digestPartition, dueKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { becomingDue } from '../dynamodb/due-entries.ts';
import { deleteItem, putItem, queryItems, updateUnseen } from '../dynamodb/items.ts';
import { putting, transact } from '../dynamodb/transaction.ts';

export const adapter = (environment: Environment): DigestsWrite => {
  const table = tableOf(environment);
  const itemsOf = async (organizationId: string, subscriber: string) => {
    const items = await queryItems(table, DigestItem, { partition: digestPartition(organizationId, subscriber) });
    return items.sort((a, b) => a.added_at.localeCompare(b.added_at));
  };
  return {
    add: async (subscriber, item) => {
      const { organization_id, id, added_at, is_in_batch } = item;
      const due = { organization_id, id: subscriber, at: added_at.slice(0, 10) };
      await transact(table, {
        item: putting(table, { ...digestItemKey(organization_id, subscriber, id), ...item }, new Expression().absent()),
        // The end of a batch is not scheduled: a delayed message looks for it.
        due: is_in_batch ? [] : becomingDue(table, 'DIGEST', due),
      });
    },

    batch: async (organizationId, subscriber, projectId) =>
      (await itemsOf(organizationId, subscriber)).filter((item) => item.is_in_batch && item.project_id === projectId),

    claim: async (organizationId, subscriber, mail, takes) => {
      const items = await itemsOf(organizationId, subscriber);
      const claimed = items.filter((item) => item.mail === mail || takes?.(item));
      for (const { id } of claimed.filter((item) => item.mail !== mail)) {
        const claiming = new Expression().set('mail', mail).exists();
        await updateUnseen(table, digestItemKey(organizationId, subscriber, id), claiming);
      }
      return claimed;
    },

    settle: async (organizationId, subscriber, mail, nextDay) => {
      const items = await itemsOf(organizationId, subscriber);
      for (const { id } of items.filter((item) => item.mail === mail)) {
        await deleteItem(table, digestItemKey(organizationId, subscriber, id), new Expression().equals('mail', mail));
      }
      if (nextDay === undefined || items.every((item) => item.is_in_batch || item.mail === mail)) return;
      const due = { organization_id: organizationId, id: subscriber, at: nextDay };
      await putItem(table, { ...dueKey('DIGEST', nextDay, organizationId, subscriber), ...due });
    },

    asked: async ({ organization_id, id, at }) => {
      await deleteItem(table, dueKey('DIGEST', at, organization_id, id), new Expression());
    },
  };
};
