import type { Environment } from '../../environment.ts';
import type { UploadsRead } from '../../ports.ts';
import { UPLOADS } from '../../table/kinds/uploads.ts';
import { tableOf } from '../clients/table.ts';
import { getRecord } from '../records/read-records.ts';

export const adapter = (environment: Environment): UploadsRead => {
  const table = tableOf(environment);
  return { get: (organizationId, uploadId) => getRecord(table, UPLOADS, organizationId, uploadId) };
};
