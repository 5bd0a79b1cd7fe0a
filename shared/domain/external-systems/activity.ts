import type { SystemStatus } from './values.ts';

export interface Activity {
  is_active: boolean;
  status: SystemStatus;
}

/**
 * `inactive` and `is_active: false` say the same: whichever is given makes the other. A system that is made active
 * again has to be tested first.
 *
 * @param given what the caller says
 * @returns undefined where the two contradict each other
 */
export const activityOf = (
  given: { is_active?: boolean | undefined; status?: SystemStatus | undefined },
  before: Activity,
): Activity | undefined => {
  const told = given.status === undefined ? undefined : given.status !== 'inactive';
  if (told !== undefined && given.is_active !== undefined && told !== given.is_active) return undefined;
  const isActive = given.is_active ?? told ?? before.is_active;
  if (!isActive) return { is_active: false, status: 'inactive' };
  return { is_active: true, status: given.status ?? (before.status === 'inactive' ? 'testing' : before.status) };
};
