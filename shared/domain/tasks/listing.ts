import { TASK_PRIORITIES, type TaskRecord } from './task.ts';

/** The fields of a task that a project's list carries. */
export const TASK_LISTED_FIELDS = [
  'status',
  'priority',
  'assignee_id',
  'due_date',
  'created_at',
  'location',
] as const satisfies readonly (keyof TaskRecord)[];
export type ListedTask = { id: string } & Pick<TaskRecord, (typeof TASK_LISTED_FIELDS)[number]>;

export interface TaskFilter {
  status?: TaskRecord['status'] | undefined;
  priority?: TaskRecord['priority'] | undefined;
  assignee_id?: string | undefined;
  /** Both inclusive, canonical ISO 8601; a task without a due date matches neither. */
  due_before?: string | undefined;
  due_after?: string | undefined;
}

const matchesIfGiven = (wanted: string | undefined, value: string | null): boolean =>
  wanted === undefined || wanted === value;

export const passes = (task: ListedTask, filter: TaskFilter): boolean =>
  matchesIfGiven(filter.status, task.status) &&
  matchesIfGiven(filter.priority, task.priority) &&
  matchesIfGiven(filter.assignee_id, task.assignee_id) &&
  (filter.due_before === undefined || (task.due_date !== null && task.due_date <= filter.due_before)) &&
  (filter.due_after === undefined || (task.due_date !== null && task.due_date >= filter.due_after));

export const TASK_ORDERS = ['created_at', 'due_date', 'priority'] as const;

/**
 * Returns a comparator. Ties are sorted by id, so that pages never overlap; tasks without a due date come last in both
 * directions.
 */
export const inTaskOrder =
  (by: (typeof TASK_ORDERS)[number], order: 'asc' | 'desc') =>
  (a: ListedTask, b: ListedTask): number => {
    const value = ({ priority, ...task }: ListedTask) =>
      by === 'priority' ? String(TASK_PRIORITIES.indexOf(priority)) : task[by];
    const [left, right] = [value(a), value(b)];
    if (left === null || right === null) {
      if (left !== right) return left === null ? 1 : -1;
    } else if (left !== right) {
      return left < right === (order === 'asc') ? -1 : 1;
    }
    return a.id < b.id === (order === 'asc') ? -1 : 1;
  };
