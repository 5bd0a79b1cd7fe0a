import type { Environment } from '../../environment.ts';
import type { SearchIndex } from '../../ports.ts';
import { indexPlaceOf } from '../search/index-place.ts';
import { catchUp, check, compact, rebuild } from '../search/index-work.ts';

export const adapter = (environment: Environment): SearchIndex => {
  // Nothing is cached between runs: a cached state would hide that the index has been deleted.
  const place = () => indexPlaceOf(environment);
  return {
    catchUp: (organizationId, tools) => catchUp(place(), organizationId, tools),
    rebuild: (organizationId, tools) => rebuild(place(), organizationId, tools),
    compact: (organizationId, tools) => compact(place(), organizationId, tools),
    check: (organizationId) => check(place(), organizationId),
  };
};
