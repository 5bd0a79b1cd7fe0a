import { Unavailable } from '../../domain/errors.ts';
import { Expression } from '../../table/expression.ts';
import type { Kind, StoredRecord } from '../../table/kind.ts';
import type { Table } from '../clients/table.ts';
import { refusal } from '../dynamodb/guard.ts';
import { backOff } from '../dynamodb/patience.ts';
import type { Refusal } from '../dynamodb/refusal.ts';
import { deleting, type Members, transact } from '../dynamodb/transaction.ts';
import { eventOf } from '../events/outbox.ts';
import { deletingEntries } from './entries.ts';

const ATTEMPTS = 60;

/**
 * Removes a record with its list entries and the `extras`, and stores its event, conditional on the version that was
 * read; retried on the next version if another writer came first. Returns the record as it was when it was removed.
 * May be repeated; a record that has been created again under the id is not removed. A refusal names an extra.
 * @throws Conflict if `ifVersion` is not the current version; Unavailable if other writers keep coming first
 */
export const deleteRecord = async <T extends StoredRecord, Id>(
  table: Table,
  kind: Kind<T, Id>,
  record: T,
  terms: { ifVersion?: number | undefined } = {},
  extras: (existing: T) => Members = () => ({}),
): Promise<T | Refusal> => {
  const key = kind.key(record.organization_id, kind.idOf(record));
  let existing = record;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { record_version, created_at } = existing;
    if (terms.ifVersion !== undefined && terms.ifVersion !== record_version) throw refusal(kind, existing, terms);
    const unchanged = new Expression().equals('record_version', record_version).equals('created_at', created_at);
    const refused = await transact(table, {
      record: deleting(table, key, unchanged),
      entries: [...deletingEntries(table, kind, existing), ...eventOf(table, kind, existing, undefined)],
      ...extras(existing),
    });
    if (!refused) return existing;
    if (refused.member !== 'record') return refused;
    if (!refused.existing) return existing;
    const next = kind.schema.parse(refused.existing);
    if (next.created_at !== record.created_at) return existing;
    existing = next;
    await backOff(Math.min(attempt, 3));
  }
  throw new Unavailable(`Too many requests are changing the ${kind.name} at the same time`, 1);
};
