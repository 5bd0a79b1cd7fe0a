import { ComparisonRecord } from '../../domain/comparisons/comparison.ts';
import { BUSY_COMPARISONS, byTime, comparisonKey, documentList, projectList } from '../keys.ts';
import type { Kind } from '../kind.ts';
import { WORK_FIELDS, workEvents } from '../kind-events.ts';

export const COMPARISONS = {
  name: 'comparison',
  schema: ComparisonRecord,
  belongsTo: ['project'],
  ports: ['read'],
  key: comparisonKey,
  idOf: ({ id }) => id,
  lists: {
    inProject: {
      partition: projectList('COMPARISONS'),
      parentOf: ({ project_id }) => project_id,
      prefix: 'COMPARISON#',
      sort: ({ created_at, id }) => byTime(created_at, id),
    },
    ofOlder: {
      partition: documentList('COMPARISONS'),
      parentOf: ({ original_drawing_id }) => original_drawing_id,
      prefix: 'COMPARISON#',
      sort: ({ created_at, id }) => byTime(created_at, id),
    },
    ofNewer: {
      partition: documentList('COMPARISONS'),
      parentOf: ({ comparison_drawing_id }) => comparison_drawing_id,
      prefix: 'COMPARISON#',
      sort: ({ created_at, id }) => byTime(created_at, id),
    },
  },
  status: 'status',
  indexed: (status, _, at) => {
    if (status === 'queued') return { gsi1pk: BUSY_COMPARISONS, gsi1sk: at };
    return status === 'running' ? undefined : null;
  },
  events: {
    entity: 'comparison',
    typeOf: workEvents('comparison'),
    ignores: WORK_FIELDS,
    values: ['status', 'original_drawing_id', 'comparison_drawing_id', 'item_count', 'error', 'requested_by'],
  },
} as const satisfies Kind<ComparisonRecord>;
