import * as listEmailActivities from './list-email-activities.ts';

/** In the order of the reference pages. */
export const operations = [listEmailActivities];
