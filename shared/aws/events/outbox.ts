import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { recordedActor } from '../../acting.ts';
import { NO_ORGANIZATION } from '../../domain/access/no-organization.ts';
import { canonicalJson, type Event, type EventType } from '../../domain/events/event.ts';
import { eventKey } from '../../table/keys.ts';
import type { Kind, StoredRecord } from '../../table/kind.ts';
import type { Table } from '../clients/table.ts';
import { putting, type TransactionItem } from '../dynamodb/transaction.ts';

/** Fields that every write changes. */
const OF_THE_WRITE: ReadonlySet<string> = new Set([
  'updated_at',
  'updated_by',
  'record_version',
  'write_id',
  'creation_id',
]);

/** The longest value in an event, in characters of its JSON. */
const LONGEST_VALUE = 1000;

const isIgnored = <T extends StoredRecord, Id>({ events }: Kind<T, Id>, field: string): boolean =>
  OF_THE_WRITE.has(field) || (events?.ignores.some((ignored) => ignored === field) ?? true);

/** Returns true if a change of these fields may be an event. */
export const mayBeEvent = <T extends StoredRecord, Id>(kind: Kind<T, Id>, fields: object): boolean =>
  kind.events !== null &&
  Object.entries(fields).some(([field, value]) => value !== undefined && !isIgnored(kind, field));

const fieldOf = (record: object | undefined, field: string): unknown =>
  (record as Record<string, unknown> | undefined)?.[field] ?? null;

const changedFields = <T extends StoredRecord, Id>(kind: Kind<T, Id>, before: T | undefined, after: T | undefined) =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((field) => !isIgnored(kind, field))
    .filter((field) => !isDeepStrictEqual(fieldOf(before, field), fieldOf(after, field)))
    .sort();

/** Returns the id of the event of a write; the same write of the same record has the same one. */
const idOf = (entity: Event['entity'], writeId: string, type: EventType): string =>
  createHash('sha256')
    .update(JSON.stringify([entity.type, entity.id, writeId, type]))
    .digest('hex')
    .slice(0, 32);

/** Returns the write that stores an event in its organization's outbox, for the transaction of its change. */
export const puttingEvent = (
  table: Table,
  event: Omit<Event, 'id' | 'time' | 'actor'>,
  writeId: string,
): TransactionItem[] => {
  const actor = recordedActor();
  if (!actor || event.organization_id === NO_ORGANIZATION) return [];
  const id = idOf(event.entity, writeId, event.type);
  const time = new Date().toISOString();
  return [putting(table, { ...eventKey(event.organization_id, time, id), ...event, id, time, actor })];
};

/**
 * Returns the write of a change's event, for its transaction; none if the kind has no events, if nothing of the
 * record's state changes, or within `withoutEvents`. `before` is undefined for a new record, `after` for one that is removed.
 */
export const eventOf = <T extends StoredRecord, Id>(
  table: Table,
  kind: Kind<T, Id>,
  before: T | undefined,
  after: T | undefined,
): TransactionItem[] => {
  const record = (after ?? before) as T;
  const { events } = kind;
  const type = events?.typeOf(before, after);
  if (!events || !type) return [];
  const changed = changedFields(kind, before, after);
  if (changed.length === 0) return [];
  const values = Object.fromEntries(
    after
      ? events.values
          .filter((field) => changed.includes(field))
          .map((field) => [field, fieldOf(after, field)] as const)
          .filter(([, value]) => canonicalJson(value).length <= LONGEST_VALUE)
      : [],
  );
  const event = {
    type,
    organization_id: record.organization_id,
    project_id: events.projectOf ? events.projectOf(before, after) : (record.project_id ?? null),
    entity: { type: events.entity, id: events.idOf ? events.idOf(record) : String(kind.idOf(record)) },
    version: { before: before?.record_version ?? null, after: after?.record_version ?? null },
    changed,
    values,
  };
  return puttingEvent(table, event, after ? after.write_id : `${record.write_id} removed`);
};
