import { Conflict } from '../../domain/errors.ts';
import { taskNotices } from '../../domain/notifications/notices.ts';
import type { Environment } from '../../environment.ts';
import type { TasksWrite } from '../../ports.ts';
import { TASKS } from '../../table/kinds/tasks.ts';
import { tableOf } from '../clients/table.ts';
import { findRemovedDocuments, linkTask, relinkTask, unlinkTask } from '../documents/document-links.ts';
import { Refusal } from '../dynamodb/refusal.ts';
import { notificationItems } from '../mail/notification-items.ts';
import { changeTogether } from '../records/change-record.ts';
import { storeRecord } from '../records/create-record.ts';
import { deleteRecord } from '../records/delete-record.ts';
import { movingEntries } from '../records/entries.ts';
import { getRecord } from '../records/read-records.ts';
import { searchChange } from '../search/search-changes.ts';

export const adapter = (environment: Environment): TasksWrite => {
  const table = tableOf(environment);
  return {
    create: async (record) => {
      const links = record.document_ids.map((id) => linkTask(table, record, id));
      const stored = await storeRecord(table, TASKS, record, {
        links,
        search: searchChange(table, record.organization_id, 'task', record.id),
        notices: notificationItems(table, record, taskNotices(undefined, record, record.created_by)),
      });
      if (!(stored instanceof Refusal)) return stored;
      if (stored.member === 'record') throw new Conflict('The task already exists');
      throw new Conflict(`Document ${record.document_ids[stored.index]} cannot be linked to a task`);
    },

    change: async (organizationId, id, change, guard) => {
      const existing = change.document_ids && (guard.before ?? (await getRecord(table, TASKS, organizationId, id)));
      const dropped = existing?.document_ids.filter((each) => !change.document_ids?.includes(each)) ?? [];
      const removedDocuments = await findRemovedDocuments(table, organizationId, dropped);
      return changeTogether(table, TASKS, organizationId, id, change, guard, (before, after) => [
        ...movingEntries(table, TASKS, before, after),
        ...relinkTask(table, before, after, removedDocuments),
        searchChange(table, organizationId, 'task', id),
        ...notificationItems(table, after, taskNotices(before, after, guard.actor)),
      ]);
    },

    delete: async (record, terms) => {
      const removedDocuments = new Set<string>();
      for (;;) {
        let linked: string[] = [];
        const removed = await deleteRecord(table, TASKS, record, terms, (existing) => {
          linked = existing.document_ids.filter((id) => !removedDocuments.has(id));
          const links = linked.map((id) => unlinkTask(table, existing, id));
          return { links, search: searchChange(table, existing.organization_id, 'task', existing.id) };
        });
        if (!(removed instanceof Refusal)) return removed;
        removedDocuments.add(linked[removed.index] as string);
      }
    },
  };
};
