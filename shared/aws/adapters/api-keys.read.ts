import type { Environment } from '../../environment.ts';
import type { ApiKeysRead } from '../../ports.ts';
import { API_KEYS } from '../../table/kinds/api-keys.ts';
import { tableOf } from '../clients/table.ts';
import { getRecord } from '../records/read-records.ts';

export const adapter = (environment: Environment): ApiKeysRead => {
  const table = tableOf(environment);
  return { get: (organizationId, id) => getRecord(table, API_KEYS, organizationId, id) };
};
