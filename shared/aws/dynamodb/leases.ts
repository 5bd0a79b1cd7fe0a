import * as z from 'zod';
import { Lease } from '../../domain/documents/document.ts';
import { EXPIRES } from '../../table/definition.ts';
import { Expression } from '../../table/expression.ts';
import { type Key, leaseKey } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import { deleteItem, getItem, putItem } from './items.ts';

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

/**
 * Moves the end of a lease in a small item of its owner's: the record is not written, which would cost its whole size
 * and that of its indexes at each renewal. False where the record's lease is another's, or it is deleted.
 */
export const extendLease = async (table: Table, record: Key, { owner, until }: Lease): Promise<boolean> => {
  const expires = Math.floor(Math.max(until, Date.now()) / 1000) + KEPT_SECONDS;
  await putItem(table, { ...leaseKey(record, owner), until, [EXPIRES]: expires });
  const held = await getItem(table, Held, record);
  return held?.lease?.owner === owner && !held.is_deleted;
};

/** Clears an extension away once nobody asks for it any more. */
export const dropLease = (table: Table, record: Key, owner: string): Promise<unknown> =>
  deleteItem(table, leaseKey(record, owner), new Expression());

/** Until when (epoch milliseconds) the lease was extended; 0 where it never was. */
export const leaseExtension = async (table: Table, record: Key, owner: string): Promise<number> =>
  (await getItem(table, Extension, leaseKey(record, owner)))?.until ?? 0;
