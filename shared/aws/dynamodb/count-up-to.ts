import { EXPIRES } from '../../table/definition.ts';
import { Expression } from '../../table/expression.ts';
import type { Key } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import { updateUnseen } from './items.ts';

/**
 * Increments a counter in an item that expires, and returns true; false if the limit is reached. A repeated write of
 * the same `id` counts once, unless another one was counted in between; then the limit is reached too early, never too
 * late.
 * @param expiresAt epoch seconds
 */
export const countUpTo = async (
  table: Table,
  key: Key,
  { id, most, expiresAt }: { id: string; most: number; expiresAt: number },
): Promise<boolean> => {
  const counted = new Expression().add('calls', 1).set('last_call', id).set(EXPIRES, expiresAt);
  const [calls, last] = [counted.name('calls'), counted.name('last_call')];
  const room = `${calls} < ${counted.value(most)} AND ${last} <> ${counted.value(id)}`;
  counted.when(`attribute_not_exists(${calls}) OR (${room})`);
  const refused = await updateUnseen(table, key, counted);
  // An earlier attempt of this write may have succeeded with its response lost.
  return !refused || refused.existing?.last_call === id;
};
