import type { Environment } from '../../environment.ts';
import type { UploadsWrite } from '../../ports.ts';
import { UPLOADS } from '../../table/kinds/uploads.ts';
import { tableOf } from '../clients/table.ts';
import { createRecord } from '../records/create-record.ts';

export const adapter = (environment: Environment): UploadsWrite => {
  const table = tableOf(environment);
  return { create: (record) => createRecord(table, UPLOADS, record) };
};
