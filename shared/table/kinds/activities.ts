import { ACTIVITY_FILTERS, ActivityRecord } from '../../domain/mail/activity.ts';
import { byTime, organizationList, projectList, recipientList, recordKey } from '../keys.ts';
import type { Kind } from '../kind.ts';

const newestFirst = {
  prefix: 'ACTIVITY#',
  sort: ({ created_at, id }: ActivityRecord) => byTime(created_at, id),
  carries: ACTIVITY_FILTERS,
};

export const ACTIVITIES = {
  name: 'email activity',
  schema: ActivityRecord,
  belongsTo: ['project', 'organization'],
  ports: [],
  key: recordKey('ACTIVITY'),
  idOf: ({ id }) => id,
  lists: {
    inOrganization: { partition: organizationList('ACTIVITIES'), ...newestFirst },
    inProject: {
      partition: projectList('ACTIVITIES'),
      parentOf: ({ project_id }) => project_id ?? '',
      holds: ({ project_id }) => project_id !== null,
      ...newestFirst,
    },
    ofRecipient: {
      partition: recipientList,
      parentOf: ({ recipient_id }) => recipient_id ?? '',
      holds: ({ recipient_id }) => recipient_id !== null,
      ...newestFirst,
    },
  },
  status: 'status',
  events: null,
} as const satisfies Kind<ActivityRecord>;
