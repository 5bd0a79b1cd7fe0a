import type { TaskRecord } from '../domain/tasks/task.ts';
import type { User } from '../domain/user.ts';
import type { ChangeGuard, RecordsWrite } from './record-ports.ts';

export interface TaskPorts {
  'tasks.write': TasksWrite;
  'tasks.due': TasksDue;
}

/**
 * Writes tasks. The transaction also links the task to the documents that it names, and removes its links to those that
 * it no longer names.
 * @throws NotFound or Conflict for a document that is deleted or of another project, and for a new task of a deleted
 * project
 */
export interface TasksWrite extends Omit<RecordsWrite<TaskRecord>, 'change'> {
  /**
   * As `RecordsWrite.change`. `actor` is the user who makes the change and is not notified of it; undefined if the
   * service makes it.
   */
  change(
    organizationId: string,
    id: string,
    change: Partial<TaskRecord>,
    guard: ChangeGuard<TaskRecord> & { actor?: User },
  ): Promise<TaskRecord>;
}

export interface TasksDue {
  /**
   * Returns tasks whose due date has passed at `now` (ISO 8601) and that are not marked as due, at most `limit` per
   * shard.
   */
  list(now: string, limit: number): Promise<Pick<TaskRecord, 'id' | 'organization_id'>[]>;
}
