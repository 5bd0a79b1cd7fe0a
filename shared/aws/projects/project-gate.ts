import { Conflict, NotFound } from '../../domain/errors.ts';
import { EXPIRES } from '../../table/definition.ts';
import { Expression } from '../../table/expression.ts';
import { BUSY_SHARDS, busyShard, projectGateKey } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import type { Refusal } from '../dynamodb/refusal.ts';
import { checking, deleting, putting, type TransactionItem } from '../dynamodb/transaction.ts';

/**
 * The project of a record. Records come into it through its gates, which are open where they have no item; there are
 * several, since transactions that look at one item at the same time get into each other's way.
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

/** Holds a record that is created, or comes back, below a project against the project's deletion. */
export const whileOpen = (table: Table, place: Place, id: string): TransactionItem =>
  checking(table, projectGateKey(place.organization_id, place.project_id, busyShard(id)), open(Date.now()));

/** Why a gate refused a record. */
export const closedProject = ({ standing }: Refusal): Error =>
  standing?.is_deleted === true ? new NotFound() : new Conflict('The project is about to be deleted');

/**
 * Closes all gates until a time, epoch milliseconds.
 *
 * @param by whose closing it is; closing what another one has closed is refused
 */
export const closingGates = (table: Table, place: Place, by: string, until: number): TransactionItem[] =>
  keysOf(place).map((key) =>
    putting(table, { ...key, by, until, [EXPIRES]: Math.ceil(until / 1000) }, open(Date.now())),
  );

/** Closes all gates of a project that is deleted, for longer than a request lives that has seen it stand. */
export const closingForGood = (table: Table, place: Place, until: number, closedBy?: string): TransactionItem[] =>
  keysOf(place).map((key) => {
    const condition = closedBy === undefined ? new Expression() : new Expression().equals('by', closedBy);
    return putting(table, { ...key, is_deleted: true, until, [EXPIRES]: Math.ceil(until / 1000) }, condition);
  });

export const openingGates = (table: Table, place: Place, by: string): TransactionItem[] =>
  keysOf(place).map((key) => deleting(table, key, new Expression().equals('by', by)));
