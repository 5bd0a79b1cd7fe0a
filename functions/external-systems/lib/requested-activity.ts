import { Invalid } from '../../../shared/domain/errors.ts';
import { type Activity, activityOf } from '../../../shared/domain/external-systems/system-activity.ts';

/**
 * Returns the activity that a body requests.
 * @throws Invalid if its `status` and `is_active` contradict each other
 */
export const requestedActivity = (given: Parameters<typeof activityOf>[0], before: Activity): Activity => {
  const activity = activityOf(given, before);
  if (!activity)
    throw Invalid.at(['body', 'status'], 'contradicts is_active: a system is inactive according to both or neither');
  return activity;
};
