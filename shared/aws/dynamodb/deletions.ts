import { Deletion, type Due } from '../../domain/due.ts';
import { Expression } from '../../table/expression.ts';
import { dueKey } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import { listDue } from './due-entries.ts';
import { deleteItem, updateUnseen } from './items.ts';

/** Deletions that continue in the background, each held by one worker at a time. Every step may be repeated. */
export const deletionsOf = (table: Table, kind: 'PROJECT' | 'ORGANIZATION') => {
  const keyOf = ({ organization_id, id, at }: Due) => dueKey(kind, at, organization_id, id);
  return {
    pending: async (now: number, limit: number): Promise<Deletion[]> => {
      const begun = await listDue(table, kind, Deletion, new Date(now).toISOString(), limit);
      return begun.filter(({ held_until }) => held_until <= now);
    },
    hold: async (deletion: Due, now: number, until: number): Promise<boolean> => {
      const holding = new Expression().set('held_until', until).exists();
      holding.when(`${holding.name('held_until')} <= ${holding.value(now)}`);
      return (await updateUnseen(table, keyOf(deletion), holding)) === undefined;
    },
    release: async (deletion: Due): Promise<void> => {
      await updateUnseen(table, keyOf(deletion), new Expression().set('held_until', 0).exists());
    },
    end: async (deletion: Due): Promise<void> => {
      await deleteItem(table, keyOf(deletion), new Expression());
    },
  };
};
