import { derivedPath } from '../uploads/store-path.ts';
import type { ComparisonRecord } from './comparison.ts';

/**
 * Returns the path of a comparison's file, which is deleted with the comparison. @param name `''` for the folder itself
 */
export const comparisonPath = (
  { organization_id, id }: Pick<ComparisonRecord, 'organization_id' | 'id'>,
  name: string,
): string => derivedPath(organization_id, `comparison-${id}`, name);
