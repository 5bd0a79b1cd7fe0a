import { derivedPath } from '../uploads/store-path.ts';
import type { ComparisonRecord } from './comparison.ts';

/** Where a comparison's files lie; all of them go with it. @param name `''` for the folder itself */
export const comparisonPath = (
  { organization_id, id }: Pick<ComparisonRecord, 'organization_id' | 'id'>,
  name: string,
): string => derivedPath(organization_id, `comparison-${id}`, name);
