import { DigestItem } from '../../domain/mail/digest.ts';
import type { Environment } from '../../environment.ts';
import type { DigestsWrite } from '../../ports.ts';
import { Expression } from '../../table/expression.ts';
import { digestItemKey, digestPartition, dueKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { becomingDue } from '../dynamodb/due.ts';
import { deleteItem, putItem, queryItems, updateUnseen } from '../dynamodb/items.ts';
import { putting, transact } from '../dynamodb/transaction.ts';

export const adapter = (environment: Environment): DigestsWrite => {
  const table = tableOf(environment);
  const itemsOf = (organizationId: string, subscriber: string) =>
    queryItems(table, DigestItem, { partition: digestPartition(organizationId, subscriber) });
  return {
    add: async (subscriber, item) => {
      const { organization_id, id, added_at } = item;
      await transact(table, {
        item: putting(table, { ...digestItemKey(organization_id, subscriber, id), ...item }, new Expression().absent()),
        due: becomingDue(table, 'DIGEST', { organization_id, id: subscriber, at: added_at.slice(0, 10) }),
      });
    },

    claim: async (organizationId, subscriber, day, isNew) => {
      const items = await itemsOf(organizationId, subscriber);
      const claimed = items.filter((item) => isNew || item.day === day);
      for (const { id } of claimed.filter((item) => item.day !== day)) {
        const claiming = new Expression().set('day', day).exists();
        await updateUnseen(table, digestItemKey(organizationId, subscriber, id), claiming);
      }
      return claimed.sort((a, b) => a.added_at.localeCompare(b.added_at));
    },

    settle: async (organizationId, subscriber, day, nextDay) => {
      const items = await itemsOf(organizationId, subscriber);
      for (const { id } of items.filter((item) => item.day === day)) {
        await deleteItem(table, digestItemKey(organizationId, subscriber, id), new Expression().equals('day', day));
      }
      if (items.every((item) => item.day === day)) return;
      const due = { organization_id: organizationId, id: subscriber, at: nextDay };
      await putItem(table, { ...dueKey('DIGEST', nextDay, organizationId, subscriber), ...due });
    },

    asked: async ({ organization_id, id, at }) => {
      await deleteItem(table, dueKey('DIGEST', at, organization_id, id), new Expression());
    },
  };
};
