import { Conflict } from '../../domain/errors.ts';
import { Expression } from '../../table/expression.ts';
import type { Kind, StoredRecord } from '../../table/kind.ts';
import type { Table } from '../clients/table.ts';
import { putItem } from '../dynamodb/items.ts';
import { Refusal } from '../dynamodb/refusal.ts';
import { type Members, putting, type TransactionItem, transact } from '../dynamodb/transaction.ts';
import { eventOf } from '../events/outbox.ts';
import { puttingEntries } from './entries.ts';
import { assertProjectOpen, projectClosedError } from './project-gate.ts';

/** Returns a new record's item; `creation_id` is kept when later writes change `write_id`. */
const itemOf = <T extends StoredRecord, Id>(kind: Kind<T, Id>, record: T) => {
  const id = kind.idOf(record);
  const status = kind.status && (record[kind.status] as string);
  return {
    ...kind.key(record.organization_id, id),
    creation_id: record.write_id,
    ...record,
    ...(status !== undefined && kind.indexed?.(status, id, record.updated_at)),
  };
};

/**
 * Returns the writes that create a record with its list entries and its event; the first one is refused if the id is
 * taken.
 */
export const creatingRecord = <T extends StoredRecord, Id>(
  table: Table,
  kind: Kind<T, Id>,
  record: T,
): [TransactionItem, ...TransactionItem[]] => [
  putting(table, itemOf(kind, record), new Expression().absent()),
  ...puttingEntries(table, kind, record),
  ...eventOf(table, kind, undefined, record),
];

/** Returns the check that the record's project is not being deleted. */
const gateOf = <T extends StoredRecord, Id>(table: Table, kind: Kind<T, Id>, record: T): Members => {
  const { organization_id, project_id } = record;
  if (!kind.belongsTo.includes('project') || !project_id) return {};
  const { pk } = kind.key(organization_id, kind.idOf(record));
  return { project: assertProjectOpen(table, { organization_id, project_id }, pk) };
};

/**
 * Stores a record, its list entries, its event and `extras` in one transaction, or in one write if there is nothing but
 * the record, provided that its project is not being deleted. Returns the stored record; if the same create has already
 * run, the current record. Otherwise returns a refusal: of the member `record`, with the record that has the id, or of
 * an extra.
 * @throws NotFound if the project has been deleted, Conflict if it is about to be
 */
export const storeRecord = async <T extends StoredRecord, Id>(
  table: Table,
  kind: Kind<T, Id>,
  record: T,
  extras: Members = {},
): Promise<T | Refusal> => {
  const [own, ...entries] = creatingRecord(table, kind, record);
  const members: Members = { record: own, entries, ...gateOf(table, kind, record), ...extras };
  const isAlone = Object.values(members).flat().length === 1;
  const refused = isAlone
    ? await putItem(table, itemOf(kind, record), new Expression().absent())
    : await transact(table, members);
  if (!refused) return record;
  if (refused.member === 'project') throw projectClosedError(refused);
  if (refused.member !== 'record') return refused;
  const creation = (record as { creation_id?: string }).creation_id ?? record.write_id;
  return refused.existing?.creation_id === creation ? kind.schema.parse(refused.existing) : refused;
};

/** As `storeRecord`. @throws Conflict also if the id is taken or an extra is refused */
export const createRecord = async <T extends StoredRecord, Id>(
  table: Table,
  kind: Kind<T, Id>,
  record: T,
  extras: Members = {},
): Promise<T> => {
  const stored = await storeRecord(table, kind, record, extras);
  if (!(stored instanceof Refusal)) return stored;
  throw new Conflict(
    stored.member === 'record'
      ? `The ${kind.name} already exists`
      : `A record that the ${kind.name} depends on has changed`,
  );
};
