import type { Environment } from '../../environment.ts';
import type { RecordsWrite } from '../../ports.ts';
import type { Kind, StoredRecord } from '../../table/kind.ts';
import { type Table, tableOf } from '../clients/table.ts';
import { changeRecord, changeTogether } from './change-record.ts';
import { createRecord } from './create-record.ts';
import { deleteRecord } from './delete-record.ts';
import { movesEntries, movingEntries } from './entries.ts';

/**
 * Returns the write port of a kind. If a write includes other items, its adapter calls the neighbouring functions
 * instead.
 */
export const recordsWrite = <T extends StoredRecord, Id>(table: Table, kind: Kind<T, Id>): RecordsWrite<T, Id> => ({
  create: (record) => createRecord(table, kind, record),
  change: (organizationId, id, change, guard) =>
    movesEntries(kind, change)
      ? changeTogether(table, kind, organizationId, id, change, guard, (before, after) =>
          movingEntries(table, kind, before, after),
        )
      : changeRecord(table, kind, organizationId, id, change, guard),
  delete: async (record, terms) => (await deleteRecord(table, kind, record, terms)) as typeof record,
});

/** Returns the adapter of the port `<kind>.write`. */
export const writeAdapter =
  <T extends StoredRecord, Id>(kind: Kind<T, Id>) =>
  (environment: Environment) =>
    recordsWrite(tableOf(environment), kind);
