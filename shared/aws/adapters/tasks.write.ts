import { Conflict } from '../../domain/errors.ts';
import { taskNotices } from '../../domain/notifications/notices.ts';
import type { Environment } from '../../environment.ts';
import type { TasksWrite } from '../../ports.ts';
import { TASKS } from '../../table/kinds/tasks.ts';
import { tableOf } from '../clients/table.ts';
import { Refusal } from '../dynamodb/refusal.ts';
import { notifying } from '../mail/notifying.ts';
import { changeTogether } from '../records/change-record.ts';
import { storeRecord } from '../records/create-record.ts';
import { deleteRecord } from '../records/delete-record.ts';
import { movingEntries } from '../records/entries.ts';
import { getRecord } from '../records/read-records.ts';
import { searchChange } from '../search/changes.ts';
import { goneOf, linking, relinking, unlinking } from '../tasks/document-links.ts';

export const adapter = (environment: Environment): TasksWrite => {
  const table = tableOf(environment);
  return {
    create: async (record) => {
      const links = record.document_ids.map((id) => linking(table, record, id));
      const stored = await storeRecord(table, TASKS, record, {
        links,
        search: searchChange(table, record.organization_id, 'task', record.id),
        notices: notifying(table, record, taskNotices(undefined, record, record.created_by)),
      });
      if (!(stored instanceof Refusal)) return stored;
      if (stored.member === 'record') throw new Conflict('The task exists already');
      throw new Conflict(`Document ${record.document_ids[stored.place]} takes no task`);
    },

    change: async (organizationId, id, change, guard) => {
      const standing = change.document_ids && (await getRecord(table, TASKS, organizationId, id));
      const dropped = standing?.document_ids.filter((each) => !change.document_ids?.includes(each)) ?? [];
      const gone = await goneOf(table, organizationId, dropped);
      return changeTogether(table, TASKS, organizationId, id, change, guard, (before, after) => [
        ...movingEntries(table, TASKS, before, after),
        ...relinking(table, before, after, gone),
        searchChange(table, organizationId, 'task', id),
        ...notifying(table, after, taskNotices(before, after, guard.actor)),
      ]);
    },

    delete: async (record, terms) => {
      const gone = new Set<string>();
      for (;;) {
        let linked: string[] = [];
        const removed = await deleteRecord(table, TASKS, record, terms, (standing) => {
          linked = standing.document_ids.filter((id) => !gone.has(id));
          const links = linked.map((id) => unlinking(table, standing, id));
          return { links, search: searchChange(table, standing.organization_id, 'task', standing.id) };
        });
        if (!(removed instanceof Refusal)) return removed;
        gone.add(linked[removed.place] as string);
      }
    },
  };
};
