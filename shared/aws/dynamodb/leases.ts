import * as z from 'zod';
import { Lease } from '../../domain/lease.ts';
import { EXPIRES } from '../../table/definition.ts';
import { Expression } from '../../table/expression.ts';
import { type Key, leaseKey } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import { deleteItem, getItem, putItem } from './items.ts';

/** Requires that this worker holds the item's lease. */
export const whenLeaseHeld = (expression: Expression, owner: string): Expression =>
  expression.when(`${expression.name('lease')}.${expression.name('owner')} = ${expression.value(owner)}`);

/** Requires that the item's lease is absent or has ended at `now` (epoch milliseconds), disregarding extensions. */
export const whenLeaseFree = (expression: Expression, now: number): Expression => {
  const lease = expression.name('lease');
  const absent = `attribute_type(${lease}, ${expression.value('NULL')})`;
  return expression.when(`${absent} OR ${lease}.${expression.name('until')} < ${expression.value(now)}`);
};

/** An extension that was not removed expires after this time. */
const KEPT_SECONDS = 24 * 3600;

const Held = z.object({ lease: Lease.nullable(), is_deleted: z.boolean().default(false) });
const Extension = z.object({ until: z.number() });

/**
 * Extends a lease in a small item of its owner, since a write on the record would be billed for its whole size and its
 * index entries at each renewal. Returns false if another worker holds the record's lease, or the record is deleted.
 */
export const extendLease = async (table: Table, record: Key, { owner, until }: Lease): Promise<boolean> => {
  const expires = Math.floor(Math.max(until, Date.now()) / 1000) + KEPT_SECONDS;
  await putItem(table, { ...leaseKey(record, owner), until, [EXPIRES]: expires });
  const held = await getItem(table, Held, record);
  return held?.lease?.owner === owner && !held.is_deleted;
};

/** Removes an extension that is no longer needed. */
export const dropLease = (table: Table, record: Key, owner: string): Promise<unknown> =>
  deleteItem(table, leaseKey(record, owner), new Expression());

/** Returns until when (epoch milliseconds) the lease has been extended; 0 if it has not. */
export const leaseExtension = async (table: Table, record: Key, owner: string): Promise<number> =>
  (await getItem(table, Extension, leaseKey(record, owner)))?.until ?? 0;
