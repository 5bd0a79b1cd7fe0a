import type { Environment } from '../../environment.ts';
import type { SystemsWrite } from '../../ports.ts';
import { SYSTEMS } from '../../table/kinds/systems.ts';
import { tableOf } from '../clients/table.ts';
import { changeRecord } from '../records/change-record.ts';

export const adapter = (environment: Environment): SystemsWrite => {
  const table = tableOf(environment);
  return {
    change: (organizationId, id, change, guard) => changeRecord(table, SYSTEMS, organizationId, id, change, guard),
  };
};
