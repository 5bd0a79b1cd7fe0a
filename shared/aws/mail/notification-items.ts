import { createHash } from 'node:crypto';
import type { Notice, Notification } from '../../domain/notifications/notification.ts';
import { EXPIRES, NOTIFICATIONS_KEPT_SECONDS } from '../../table/definition.ts';
import { notificationKey } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import { putting, type TransactionItem } from '../dynamodb/transaction.ts';

interface Changed {
  organization_id: string;
  project_id: string | null;
  record_version: number;
}

/**
 * Returns the writes of a change's notifications, for its transaction. Their ids are derived from the version of the
 * record, so that a repeated write stores each once.
 */
export const notificationItems = (table: Table, record: Changed, notices: readonly Notice[]): TransactionItem[] =>
  notices.map((notice) => {
    const { organization_id, project_id, record_version } = record;
    const { type, entity_type, entity_id } = notice;
    const now = new Date();
    const id = createHash('sha256')
      .update(JSON.stringify([organization_id, type, entity_type, entity_id, record_version]))
      .digest('hex')
      .slice(0, 32);
    const notification: Notification = { id, organization_id, project_id, ...notice, created_at: now.toISOString() };
    return putting(table, {
      ...notificationKey(organization_id, id),
      ...notification,
      [EXPIRES]: Math.ceil(now.getTime() / 1000) + NOTIFICATIONS_KEPT_SECONDS,
    });
  });
