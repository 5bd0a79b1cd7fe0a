import type { Lease } from '../../domain/documents/document.ts';
import { Expression } from '../../table/expression.ts';
import type { Key } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import { updateUnseen } from './items.ts';

/** The item's lease must be this worker's. */
export const whenLeaseHeld = (expression: Expression, owner: string): Expression =>
  expression.when(`${expression.name('lease')}.${expression.name('owner')} = ${expression.value(owner)}`);

/** The item's lease must be absent or over at `now` (epoch milliseconds). */
export const whenLeaseFree = (expression: Expression, now: number): Expression => {
  const lease = expression.name('lease');
  const absent = `attribute_type(${lease}, ${expression.value('NULL')})`;
  return expression.when(`${absent} OR ${lease}.${expression.name('until')} < ${expression.value(now)}`);
};

/** Moves the end of a lease that `lease.owner` still holds; false where another worker has the item. */
export const extendLease = async (table: Table, key: Key, lease: Lease): Promise<boolean> => {
  const held = whenLeaseHeld(new Expression().set('lease', lease), lease.owner);
  return (await updateUnseen(table, key, held)) === undefined;
};
