import type { Environment } from '../../environment.ts';
import type { ActivitiesWrite } from '../../ports.ts';
import { ACTIVITIES } from '../../table/kinds/activities.ts';
import { tableOf } from '../clients/table.ts';
import { Refusal } from '../dynamodb/refusal.ts';
import { storeRecord } from '../records/create-record.ts';
import { recordsWrite } from '../records/write-records.ts';

export const adapter = (environment: Environment): ActivitiesWrite => {
  const table = tableOf(environment);
  return {
    ...recordsWrite(table, ACTIVITIES),
    create: async (record) => {
      const stored = await storeRecord(table, ACTIVITIES, record);
      // The id is derived from the mail's content: a record with that id is the same mail.
      return stored instanceof Refusal ? ACTIVITIES.schema.parse(stored.existing) : stored;
    },
  };
};
