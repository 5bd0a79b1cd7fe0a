import * as z from 'zod';
import { ACTIVITY_FILTERS, type ActivityFilter } from '../../domain/mail/activity.ts';
import type { Environment } from '../../environment.ts';
import type { ActivitiesRead } from '../../ports.ts';
import { ACTIVITIES } from '../../table/kinds/activities.ts';
import { tableOf } from '../clients/table.ts';
import { eachItem } from '../dynamodb/items.ts';
import { recordsRead } from '../records/read-records.ts';

const Entry = z.looseObject({ id: z.string(), project_id: z.string().nullable() });

/** Returns the shortest list that contains every match of the filter, and its parent. */
const shortestList = ({ recipient_id, project_id }: ActivityFilter) => {
  const { inOrganization, inProject, ofRecipient } = ACTIVITIES.lists;
  if (recipient_id !== undefined) return { list: ofRecipient, parent: recipient_id };
  if (project_id !== undefined) return { list: inProject, parent: project_id };
  return { list: inOrganization, parent: '' };
};

export const adapter = (environment: Environment): ActivitiesRead => {
  const table = tableOf(environment);
  const reading = recordsRead(table, ACTIVITIES);
  return {
    ...reading,
    find: async (organizationId, filter, { skip, limit }, isVisible) => {
      const { list, parent } = shortestList(filter);
      const range = { partition: list.partition(organizationId, parent), prefix: list.prefix, backwards: true };
      const wanted = ACTIVITY_FILTERS.filter((field) => filter[field] !== undefined);
      const fields = [...new Set(['id', 'project_id', ...wanted])];
      const ids: string[] = [];
      let passed = 0;
      for await (const entry of eachItem(table, Entry, { ...range, fields })) {
        if (!wanted.every((field) => entry[field] === filter[field])) continue;
        if (entry.project_id !== null && !(await isVisible(entry.project_id))) continue;
        if (passed++ < skip) continue;
        ids.push(entry.id);
        if (ids.length === limit) break;
      }
      const records = await reading.getMany(organizationId, ids);
      return records.filter((record) => record !== undefined);
    },
  };
};
