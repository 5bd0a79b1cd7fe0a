import { SetComparisonRecord } from '../../domain/comparisons/set-comparison.ts';
import { byTime, projectList, recordKey } from '../keys.ts';
import type { Kind } from '../kind.ts';
import { lifecycle } from '../kind-events.ts';

export const SET_COMPARISONS = {
  name: 'set comparison',
  schema: SetComparisonRecord,
  belongsTo: ['project'],
  ports: ['read', 'write'],
  key: recordKey('SET-COMPARISON'),
  idOf: ({ id }) => id,
  lists: {
    inProject: {
      partition: projectList('SET-COMPARISONS'),
      parentOf: ({ project_id }) => project_id,
      prefix: 'SET#',
      sort: ({ created_at, id }) => byTime(created_at, id),
    },
  },
  events: {
    entity: 'set_comparison',
    typeOf: lifecycle('set_comparison'),
    ignores: ['sheets'],
    values: ['older', 'newer', 'counts', 'requested_by'],
  },
} as const satisfies Kind<SetComparisonRecord>;
