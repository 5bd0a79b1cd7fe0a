import { archivesFolder, derivedPath } from '../uploads/store-path.ts';
import type { ComparisonRecord } from './comparison.ts';
import type { SetComparisonRecord } from './set-comparison.ts';

/**
 * Returns the path of a comparison's file, which is deleted with the comparison. @param name `''` for the folder itself
 */
export const comparisonPath = (
  { organization_id, id }: Pick<ComparisonRecord, 'organization_id' | 'id'>,
  name: string,
): string => derivedPath(organization_id, `comparison-${id}`, name);

/** Returns the folder of the exports of a project's comparisons of sets. They expire like archives. */
export const setExportsFolder = ({
  organization_id,
  project_id,
}: Pick<SetComparisonRecord, 'organization_id' | 'project_id'>): string =>
  `${archivesFolder(organization_id)}sets/${project_id}/`;

/** Returns the path of an export of a comparison of sets. @param name `''` for the folder of its exports */
export const setExportPath = (record: SetComparisonRecord, name: string): string =>
  `${setExportsFolder(record)}${record.id}/${name}`;
