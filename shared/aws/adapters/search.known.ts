import type { Environment } from '../../environment.ts';
import type { SearchKnown } from '../../ports.ts';
import { tableOf } from '../clients/table.ts';
import { untendedIndexes } from '../search/state.ts';

export const adapter = (environment: Environment): SearchKnown => {
  const table = tableOf(environment);
  return { untended: (now) => untendedIndexes(table, now.getTime()) };
};
