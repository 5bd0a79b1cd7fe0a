import type { SystemStatus } from './system-values.ts';

export interface Activity {
  is_active: boolean;
  status: SystemStatus;
}

/**
 * Returns the combined state of `is_active` and `status`: `inactive` and `is_active: false` imply each other, so that
 * either may be given. A reactivated system has to be tested first.
 * @param given the caller's input
 * @returns undefined if the two contradict each other
 */
export const activityOf = (
  given: { is_active?: boolean | undefined; status?: SystemStatus | undefined },
  before: Activity,
): Activity | undefined => {
  const isGivenActive = given.status === undefined ? undefined : given.status !== 'inactive';
  if (isGivenActive !== undefined && given.is_active !== undefined && isGivenActive !== given.is_active)
    return undefined;
  const isActive = given.is_active ?? isGivenActive ?? before.is_active;
  if (!isActive) return { is_active: false, status: 'inactive' };
  return { is_active: true, status: given.status ?? (before.status === 'inactive' ? 'testing' : before.status) };
};
