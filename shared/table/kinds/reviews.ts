import { ReviewRecord } from '../../domain/comparisons/review.ts';
import { byTime, comparisonList, projectList, recordKey } from '../keys.ts';
import type { Kind } from '../kind.ts';

export const REVIEWS = {
  name: 'change',
  schema: ReviewRecord,
  belongsTo: ['project'],
  ports: ['read'],
  key: recordKey('REVIEW'),
  idOf: ({ id }) => id,
  lists: {
    ofComparison: {
      partition: comparisonList('REVIEWS'),
      parentOf: ({ comparison_id }) => comparison_id,
      prefix: 'REVIEW#',
      sort: ({ created_at, id }) => byTime(created_at, id),
    },
    inProject: {
      partition: projectList('REVIEWS'),
      parentOf: ({ project_id }) => project_id,
      prefix: 'REVIEW#',
      sort: ({ created_at, id }) => byTime(created_at, id),
    },
  },
  events: {
    entity: 'item',
    typeOf: (_, after) => (after ? 'item.reviewed' : 'item.review_removed'),
    ignores: [],
    values: ['comparison_id', 'status', 'page', 'kind'],
  },
} as const satisfies Kind<ReviewRecord>;
