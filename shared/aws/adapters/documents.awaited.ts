import { Awaited } from '../../domain/due.ts';
import type { Environment } from '../../environment.ts';
import type { DocumentsAwaited } from '../../ports.ts';
import { tableOf } from '../clients/table.ts';
import { becomingDue, listDue, noLongerDue } from '../dynamodb/due-entries.ts';
import { transact } from '../dynamodb/transaction.ts';

export const adapter = (environment: Environment): DocumentsAwaited => {
  const table = tableOf(environment);
  return {
    due: (before, limit) => listDue(table, 'AWAITED', Awaited, before, limit),
    postpone: async (awaited, at) => {
      await transact(table, {
        former: noLongerDue(table, 'AWAITED', awaited),
        next: becomingDue(table, 'AWAITED', { ...awaited, at }),
      });
    },
    settle: async (awaited) => {
      await transact(table, { due: noLongerDue(table, 'AWAITED', awaited) });
    },
  };
};
