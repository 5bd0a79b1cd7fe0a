import type { Notice } from '../../domain/notifications/notification.ts';
import type { ChangeGuard } from '../../ports.ts';
import type { Kind, StoredRecord } from '../../table/kind.ts';
import type { Table } from '../clients/table.ts';
import { changeRecord, changeTogether } from '../records/change-record.ts';
import { notifying } from './notifying.ts';

/**
 * The `change` of records of which people are told when they are ready: that change is written together with what is
 * told of it, every other by itself.
 */
export const tellingWhenReady =
  <T extends StoredRecord & { organization_id: string; project_id: string }, Id>(
    table: Table,
    kind: Kind<T, Id>,
    notices: (before: T, after: T) => readonly Notice[],
  ) =>
  (organizationId: string, id: Id, change: Partial<T>, guard: ChangeGuard): Promise<T> =>
    guard.transition?.to === 'ready'
      ? changeTogether(table, kind, organizationId, id, change, guard, (before, after) =>
          notifying(table, after, notices(before, after)),
        )
      : changeRecord(table, kind, organizationId, id, change, guard);
