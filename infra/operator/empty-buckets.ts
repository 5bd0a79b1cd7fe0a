import { removeVersions } from './remove-versions.ts';
import type { Target } from './target.ts';
import { versionsBelow } from './tenant.ts';

/**
 * Empties the buckets of a stage, including all versions, because CloudFormation only deletes empty ones. Access logs
 * of these very requests may arrive hours later and keep a bucket until the next run.
 * @returns the number of versions removed, or that would be
 */
export const emptyBuckets = async ({ bucket, otherBuckets }: Target, isDry: boolean): Promise<number> => {
  let count = 0;
  for (const name of [bucket.name, ...otherBuckets]) {
    const versions = versionsBelow({ ...bucket, name }, '');
    if (!isDry) count += await removeVersions({ ...bucket, name }, versions);
    else for await (const _version of versions) count++;
  }
  return count;
};
