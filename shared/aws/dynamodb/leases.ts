import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Lease } from '../../domain/documents/document.ts';
import { Expression } from '../../table/expression.ts';
import type { Key } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';

/** The item's lease must be this worker's. */
export const whenLeaseHeld = (expression: Expression, owner: string): Expression =>
  expression.when(`${expression.name('lease')}.${expression.name('owner')} = ${expression.value(owner)}`);

/** The item's lease must be absent or over at `now` (epoch milliseconds). */
export const whenLeaseFree = (expression: Expression, now: number): Expression => {
  const lease = expression.name('lease');
  const absent = `attribute_type(${lease}, ${expression.value('NULL')})`;
  return expression.when(`${absent} OR ${lease}.${expression.name('until')} < ${expression.value(now)}`);
};

/** Moves the end of a lease that `lease.owner` still holds; false where another has the item, or it is deleted. */
export const extendLease = async (table: Table, Key: Key, lease: Lease): Promise<boolean> => {
  const held = whenLeaseHeld(new Expression().set('lease', lease), lease.owner);
  const deleted = held.name('is_deleted');
  held.when(`attribute_not_exists(${deleted}) OR ${deleted} = ${held.value(false)}`);
  try {
    await table.client.send(new UpdateCommand({ TableName: table.name, Key: { ...Key }, ...held.build() }));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};
