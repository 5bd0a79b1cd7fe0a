import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { Lease } from '../../domain/documents/document.ts';
import { EXPIRES } from '../../table/definition.ts';
import type { Expression } from '../../table/expression.ts';
import { type Key, leaseKey } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';

/** The item's lease must be this worker's. */
export const whenLeaseHeld = (expression: Expression, owner: string): Expression =>
  expression.when(`${expression.name('lease')}.${expression.name('owner')} = ${expression.value(owner)}`);

/** The item's lease must be absent or over at `now` (epoch milliseconds), as far as the item itself says. */
export const whenLeaseFree = (expression: Expression, now: number): Expression => {
  const lease = expression.name('lease');
  const absent = `attribute_type(${lease}, ${expression.value('NULL')})`;
  return expression.when(`${absent} OR ${lease}.${expression.name('until')} < ${expression.value(now)}`);
};

/** An extension that nobody cleared away is of no use to anybody after this. */
const KEPT_SECONDS = 24 * 3600;

const Held = z.object({ lease: Lease.nullable(), is_deleted: z.boolean().default(false) });
const Extension = z.object({ until: z.number() });

const read = async (table: Table, key: Key) => {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: { ...key }, ConsistentRead: true }),
  );
  return Item;
};

/**
 * Moves the end of a lease in a small item of its owner's: the record is not written, which would cost its whole size
 * and that of its indexes at each renewal. False where the record's lease is another's, or it is deleted.
 */
export const extendLease = async (table: Table, record: Key, { owner, until }: Lease): Promise<boolean> => {
  const item = {
    ...leaseKey(record, owner),
    until,
    [EXPIRES]: Math.floor(Math.max(until, Date.now()) / 1000) + KEPT_SECONDS,
  };
  await table.client.send(new PutCommand({ TableName: table.name, Item: item }));
  const held = Held.safeParse(await read(table, record));
  return held.success && held.data.lease?.owner === owner && !held.data.is_deleted;
};

/** Until when (epoch milliseconds) the lease was extended; 0 where it never was. */
export const leaseExtension = async (table: Table, record: Key, owner: string): Promise<number> =>
  Extension.safeParse(await read(table, leaseKey(record, owner))).data?.until ?? 0;
