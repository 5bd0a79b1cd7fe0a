import type { Environment } from '../../environment.ts';
import type { ActivitiesWrite } from '../../ports.ts';
import { ACTIVITIES } from '../../table/kinds/activities.ts';
import { tableOf } from '../clients/table.ts';
import { Refusal } from '../dynamodb/refusal.ts';
import { closedProject, whileOpen } from '../projects/project-gate.ts';
import { storeRecord } from '../records/create-record.ts';
import { recordsWrite } from '../records/write-records.ts';

export const adapter = (environment: Environment): ActivitiesWrite => {
  const table = tableOf(environment);
  return {
    ...recordsWrite(table, ACTIVITIES),
    create: async (record) => {
      const { organization_id, project_id, id } = record;
      const gate = project_id === null ? [] : [whileOpen(table, { organization_id, project_id }, id)];
      const stored = await storeRecord(table, ACTIVITIES, record, gate);
      if (!(stored instanceof Refusal)) return stored;
      // The id is made of what the mail says: whoever has taken it tells the same.
      if (stored.index === 0) return ACTIVITIES.schema.parse(stored.standing);
      throw closedProject(stored);
    },
  };
};
