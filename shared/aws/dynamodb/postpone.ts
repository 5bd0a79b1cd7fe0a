import { GSI1 } from '../../table/definition.ts';
import { Expression } from '../../table/expression.ts';
import type { Key } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import { updateUnseen } from './items.ts';

/** Moves a busy item along the sparse index from `listed` to `since`, unless something else has moved it. */
export const postpone = async (table: Table, key: Key, listed: string, since: string): Promise<void> => {
  await updateUnseen(table, key, new Expression().set(GSI1.sort, since).equals(GSI1.sort, listed));
};
