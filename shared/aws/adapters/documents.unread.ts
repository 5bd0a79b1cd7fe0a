import { Unread } from '../../domain/due.ts';
import type { Environment } from '../../environment.ts';
import type { DocumentsUnread } from '../../ports.ts';
import { tableOf } from '../clients/table.ts';
import { becomingDue, listDue, noLongerDue } from '../dynamodb/due-entries.ts';
import { transact } from '../dynamodb/transaction.ts';

export const adapter = (environment: Environment): DocumentsUnread => {
  const table = tableOf(environment);
  return {
    due: (before, limit) => listDue(table, 'UNREAD', Unread, before, limit),
    postpone: async (unread, next) => {
      const moved = becomingDue(table, 'UNREAD', { ...unread, ...next });
      await transact(table, {
        former: next.at === unread.at ? [] : noLongerDue(table, 'UNREAD', unread),
        next: moved,
      });
    },
    settle: async (unread) => {
      await transact(table, { due: noLongerDue(table, 'UNREAD', unread) });
    },
  };
};
