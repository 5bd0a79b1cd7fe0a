import { Invalid } from '../../../shared/domain/errors.ts';
import { type Activity, activityOf } from '../../../shared/domain/external-systems/activity.ts';

/** @throws Invalid where `status` and `is_active` of a body contradict each other */
export const askedActivity = (given: Parameters<typeof activityOf>[0], before: Activity): Activity => {
  const activity = activityOf(given, before);
  if (!activity) throw Invalid.at(['body', 'status'], 'contradicts is_active: a system is inactive by both or neither');
  return activity;
};
