import type { Environment } from '../../environment.ts';
import type { SearchKnown } from '../../ports.ts';
import { tableOf } from '../clients/table.ts';
import { listIndexes, untendedIndexes } from '../search/state.ts';

export const adapter = (environment: Environment): SearchKnown => {
  const table = tableOf(environment);
  return {
    page: (after, limit) => listIndexes(table, after, limit),
    untended: (organizationIds, now) => untendedIndexes(table, organizationIds, now.getTime()),
  };
};
