import type { User } from '../domain/documents/document.ts';
import type { TaskRecord } from '../domain/tasks/task.ts';
import type { ChangeGuard, RecordsWrite, TextSearch } from './records.ts';

export interface TaskPorts {
  'tasks.write': TasksWrite;
  'tasks.due': TasksDue;
  'tasks.search': TextSearch;
}

/**
 * Each write links the documents that it names to the task, and unlinks those that it no longer names, in its
 * transaction. @throws NotFound or Conflict for a document that is deleted or of another project, and for a new task
 * of a project that is gone
 */
export interface TasksWrite extends Omit<RecordsWrite<TaskRecord>, 'change'> {
  /** As of records; `actor` is who changes it and is not told of it, undefined for the service. */
  change(
    organizationId: string,
    id: string,
    change: Partial<TaskRecord>,
    guard: ChangeGuard & { actor?: User },
  ): Promise<TaskRecord>;
}

export interface TasksDue {
  /** Tasks whose due date has passed at `now` (ISO 8601) and that are not marked, at most `limit` a shard. */
  list(now: string, limit: number): Promise<Pick<TaskRecord, 'id' | 'organization_id'>[]>;
}
