import { recordedActor } from '../../acting.ts';
import { NotFound, Unavailable } from '../../domain/errors.ts';
import { hasFields } from '../../domain/record-fields.ts';
import { countEnding } from '../../metrics.ts';
import type { ChangeGuard } from '../../ports.ts';
import { Expression } from '../../table/expression.ts';
import { GSI1_FIELDS } from '../../table/keys.ts';
import type { Kind, StoredRecord } from '../../table/kind.ts';
import type { Table } from '../clients/table.ts';
import { guarded, refusal } from '../dynamodb/guard.ts';
import { getItem, updateItem } from '../dynamodb/items.ts';
import { backOff } from '../dynamodb/patience.ts';
import { Refusal } from '../dynamodb/refusal.ts';
import { type TransactionItem, transact, updating } from '../dynamodb/transaction.ts';
import { eventOf, mayBeEvent } from '../events/outbox.ts';

/** Concurrent writers of one record that may come first before a write fails. */
const ATTEMPTS = 60;

/** Returns the change with the fields that follow from the guard's transition and time. */
const fieldsOf = <T extends StoredRecord, Id>(kind: Kind<T, Id>, change: Partial<T>, guard: ChangeGuard) => {
  const fields = { ...change, ...(guard.transition && kind.status && { [kind.status]: guard.transition.to }) };
  return {
    ...fields,
    updated_at: guard.now.toISOString(),
    ...(mayBeEvent(kind, fields) && { updated_by: recordedActor() }),
    write_id: guard.writeId,
  };
};

/** Returns the update of the record's item, without its condition. */
const updateOf = <T extends StoredRecord, Id>(kind: Kind<T, Id>, id: Id, change: Partial<T>, guard: ChangeGuard) => {
  const fields: Record<string, unknown> = fieldsOf(kind, change, guard);
  const update = new Expression().setAll(fields).add('record_version', 1);
  if (guard.addAttempt) update.add('attempts', 1);
  const status = kind.status && fields[kind.status];
  const indexed = typeof status === 'string' ? kind.indexed?.(status, id, guard.now.toISOString()) : undefined;
  if (indexed) update.setAll(indexed);
  if (indexed === null) for (const field of GSI1_FIELDS) update.remove(field);
  return update;
};

/** Whether a change would write nothing of its own, such as that of a request without a field. */
const isEmpty = (change: object, { transition, addAttempt, leaseOwner, leaseFreeAt }: ChangeGuard): boolean =>
  !hasFields(change) && !hasFields({ transition, addAttempt, leaseOwner, leaseFreeAt });

/**
 * Returns the record as it is, for a change that is empty.
 * @throws Conflict with the part of the guard that the record does not meet
 */
const unchanged = <T extends StoredRecord, Id>(kind: Kind<T, Id>, record: T, guard: ChangeGuard): T => {
  const isDeletedOtherwise = guard.isDeleted !== undefined && record.is_deleted !== guard.isDeleted;
  if (isDeletedOtherwise) throw refusal(kind, record, guard);
  return record;
};

/**
 * Changes a record by one conditional write, or by one transaction with the event of the change; `undefined` fields are
 * not changed, and a change without a field writes nothing. Returns the record after this write. If the same write has
 * already run, returns the current record.
 * @throws NotFound, or Conflict with the condition that failed
 */
export const changeRecord = async <T extends StoredRecord, Id>(
  table: Table,
  kind: Kind<T, Id>,
  organizationId: string,
  id: Id,
  change: Partial<T>,
  guard: ChangeGuard<T>,
): Promise<T> => {
  if (isEmpty(change, guard) || mayBeEvent(kind, fieldsOf(kind, change, guard))) {
    return changeTogether(table, kind, organizationId, id, change, guard, () => []);
  }
  // A retry by the SDK after a lost response finds that the write has run.
  const update = guarded(updateOf(kind, id, change, guard), kind, guard).differs('write_id', guard.writeId);
  const changed = await updateItem(table, kind.schema, kind.key(organizationId, id), update);
  if (!(changed instanceof Refusal)) {
    countTransition(kind, change, guard);
    return changed;
  }
  if (!changed.existing) throw new NotFound();
  const existing = kind.schema.parse(changed.existing);
  if (existing.write_id === guard.writeId) return existing;
  throw refusal(kind, existing, guard);
};

/** Counts a transition into a status in which the record's work has failed. */
const countTransition = <T extends StoredRecord, Id>(
  kind: Kind<T, Id>,
  change: Partial<T>,
  guard: ChangeGuard,
): void => {
  const detail = (change as { error_detail?: { code?: unknown } | null }).error_detail;
  if (guard.transition && kind.status) countEnding(kind.name, guard.transition.to, detail?.code);
};

/** Returns the record that results from a change. */
const applyChange = <T extends StoredRecord, Id>(
  kind: Kind<T, Id>,
  before: T,
  change: Partial<T>,
  guard: ChangeGuard,
): T => {
  const given = Object.entries(fieldsOf(kind, change, guard)).filter(([, value]) => value !== undefined);
  return kind.schema.parse({
    ...before,
    ...Object.fromEntries(given),
    record_version: before.record_version + 1,
    ...(guard.addAttempt && { attempts: (before.attempts ?? 0) + 1 }),
  });
};

/**
 * As `changeRecord`, together with the event and other items in one transaction. A transaction returns no items, so it
 * is conditional on the version that was read, and retried on the next version if another writer came first. The result is
 * therefore exactly what this write stored.
 * @param extras returns the other writes from the record before and after
 * @throws NotFound, or Conflict with the condition that failed; Unavailable if other writers keep coming first
 */
export const changeTogether = async <T extends StoredRecord, Id>(
  table: Table,
  kind: Kind<T, Id>,
  organizationId: string,
  id: Id,
  change: Partial<T>,
  guard: ChangeGuard<T>,
  extras: (before: T, after: T) => TransactionItem[],
): Promise<T> => {
  const key = kind.key(organizationId, id);
  // The condition of the write detects a given record that is out of date; a result without a write needs a fresh one.
  const given = guard.before;
  const writes =
    given && given.write_id !== guard.writeId && (guard.ifVersion ?? given.record_version) === given.record_version;
  let before = writes ? given : await getItem(table, kind.schema, key);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (!before) throw new NotFound();
    if (before.write_id === guard.writeId) return before;
    if (guard.ifVersion !== undefined && before.record_version !== guard.ifVersion) throw refusal(kind, before, guard);
    if (isEmpty(change, guard)) return unchanged(kind, before, guard);
    const update = guarded(updateOf(kind, id, change, guard), kind, { ...guard, ifVersion: before.record_version });
    const changed = applyChange(kind, before, change, guard);
    const refused = await transact(table, {
      record: updating(table, key, update),
      event: eventOf(table, kind, before, changed),
      extras: extras(before, changed),
    });
    if (!refused) {
      countTransition(kind, change, guard);
      return changed;
    }
    const isOwn = refused.member === 'record';
    const existing: T | undefined = isOwn
      ? refused.existing && kind.schema.parse(refused.existing)
      : await getItem(table, kind.schema, key);
    // The record is unchanged, so the guard itself failed, or another member of the transaction.
    if (existing?.record_version === before.record_version) {
      throw isOwn ? refusal(kind, existing, guard) : new NotFound();
    }
    before = existing;
    await backOff(Math.min(attempt, 4));
  }
  throw new Unavailable(`Too many requests are changing the ${kind.name} at the same time`, 1);
};
