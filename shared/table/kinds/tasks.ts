import { TASK_LISTED_FIELDS } from '../../domain/tasks/listing.ts';
import { awaitsDueDate, TaskRecord } from '../../domain/tasks/task.ts';
import { busyShard, byTime, DUE_PREFIX, dueSort, dueTasksPartition, projectList, recordKey } from '../keys.ts';
import type { Kind } from '../kind.ts';
import { lifecycle } from '../kind-events.ts';

export const TASKS = {
  name: 'task',
  schema: TaskRecord,
  belongsTo: ['project'],
  ports: ['read', 'search'],
  key: recordKey('TASK'),
  idOf: ({ id }) => id,
  lists: {
    inProject: {
      partition: projectList('TASKS'),
      parentOf: ({ project_id }) => project_id,
      prefix: 'TASK#',
      sort: ({ created_at, id }) => byTime(created_at, id),
      carries: TASK_LISTED_FIELDS,
    },
    /** Separate from the list, whose pages would take longer to read with the texts. */
    texts: {
      isInternal: true,
      partition: projectList('TASK_TEXTS'),
      parentOf: ({ project_id }) => project_id,
      prefix: 'TEXT#',
      sort: ({ id }) => id,
      carries: ['title', 'description'],
    },
    /** Across all organizations, for the worker alone. */
    awaited: {
      isInternal: true,
      partition: (_, shard) => dueTasksPartition(Number(shard)),
      parentOf: ({ id }) => String(busyShard(id)),
      prefix: DUE_PREFIX,
      sort: ({ due_date, organization_id, id }) => dueSort(due_date ?? '', organization_id, id),
      movesWith: ['due_date', 'became_due_at', 'status'],
      carries: ['organization_id', 'due_date'],
      holds: awaitsDueDate,
    },
  },
  events: {
    entity: 'task',
    typeOf: lifecycle('task'),
    ignores: [],
    values: ['title', 'status', 'priority', 'due_date', 'assignee_id', 'document_ids', 'location', 'became_due_at'],
  },
} as const satisfies Kind<TaskRecord>;
