import { type Environment, required } from '../../environment.ts';
import type { SearchIndex } from '../../ports.ts';
import { tableOf } from '../clients/table.ts';
import { catchUp, check, compact, rebuild } from '../search/index-work.ts';

export const adapter = (environment: Environment): SearchIndex => {
  const place = { table: tableOf(environment), root: required(environment, 'SEARCH_INDEX_URI') };
  return {
    catchUp: (organizationId, tools) => catchUp(place, organizationId, tools),
    rebuild: (organizationId, tools) => rebuild(place, organizationId, tools),
    compact: (organizationId, tools) => compact(place, organizationId, tools),
    check: (organizationId) => check(place, organizationId),
  };
};
