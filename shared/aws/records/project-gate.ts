import { Conflict, NotFound } from '../../domain/errors.ts';
import { EXPIRES } from '../../table/definition.ts';
import { Expression } from '../../table/expression.ts';
import { BUSY_SHARDS, busyShard, projectGateKey } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import type { Refusal } from '../dynamodb/refusal.ts';
import { checking, deleting, putting, type TransactionItem } from '../dynamodb/transaction.ts';

/**
 * The project of a record. Records enter it through its gates, which are open if they have no item. There are several,
 * since concurrent transactions that check the same item conflict with each other.
 */
interface Place {
  organization_id: string;
  project_id: string;
}

const keysOf = ({ organization_id, project_id }: Place) =>
  Array.from({ length: BUSY_SHARDS }, (_, shard) => projectGateKey(organization_id, project_id, shard));

const open = (now: number): Expression => {
  const condition = new Expression();
  const until = condition.name('until');
  return condition.when(`attribute_not_exists(${until}) OR ${until} < ${condition.value(now)}`);
};

/** Requires that the project accepts a record that is created or restored. */
export const assertProjectOpen = (table: Table, place: Place, id: string): TransactionItem =>
  checking(table, projectGateKey(place.organization_id, place.project_id, busyShard(id)), open(Date.now()));

/** Returns the error for a record that a gate refused. */
export const projectClosedError = ({ existing }: Refusal): Error =>
  existing?.is_deleted === true ? new NotFound() : new Conflict('The project is about to be deleted');

/**
 * Closes all gates until a time in epoch milliseconds.
 * @param by identifies the caller; refused if another caller has closed the gates
 */
export const closeGates = (table: Table, place: Place, by: string, until: number): TransactionItem[] =>
  keysOf(place).map((key) =>
    putting(table, { ...key, by, until, [EXPIRES]: Math.ceil(until / 1000) }, open(Date.now())),
  );

/** Closes all gates of a deleted project, for longer than any request lives that has read it before. */
export const closeGatesPermanently = (
  table: Table,
  place: Place,
  until: number,
  closedBy?: string,
): TransactionItem[] =>
  keysOf(place).map((key) => {
    const condition = closedBy === undefined ? new Expression() : new Expression().equals('by', closedBy);
    return putting(table, { ...key, is_deleted: true, until, [EXPIRES]: Math.ceil(until / 1000) }, condition);
  });

export const openGates = (table: Table, place: Place, by: string): TransactionItem[] =>
  keysOf(place).map((key) => deleting(table, key, new Expression().equals('by', by)));
