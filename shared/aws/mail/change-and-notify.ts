import type { Notice } from '../../domain/notifications/notification.ts';
import type { ChangeGuard } from '../../ports.ts';
import type { Kind, StoredRecord } from '../../table/kind.ts';
import type { Table } from '../clients/table.ts';
import { changeRecord, changeTogether } from '../records/change-record.ts';
import { notificationItems } from './notification-items.ts';

/**
 * Returns the `change` method of records whose readiness is notified: the change to `ready` is written together with
 * its notifications, every other change on its own.
 */
export const changeAndNotify =
  <T extends StoredRecord & { organization_id: string; project_id: string }, Id>(
    table: Table,
    kind: Kind<T, Id>,
    notices: (before: T, after: T) => readonly Notice[],
  ) =>
  (organizationId: string, id: Id, change: Partial<T>, guard: ChangeGuard<T>): Promise<T> =>
    guard.transition?.to === 'ready'
      ? changeTogether(table, kind, organizationId, id, change, guard, (before, after) =>
          notificationItems(table, after, notices(before, after)),
        )
      : changeRecord(table, kind, organizationId, id, change, guard);
