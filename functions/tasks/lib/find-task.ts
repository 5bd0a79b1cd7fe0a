import * as z from 'zod';
import type { Caller } from '../../../shared/domain/access/caller.ts';
import { RecordId } from '../../../shared/domain/fields.ts';
import type { TaskRecord } from '../../../shared/domain/tasks/task.ts';
import type { ProjectAccess } from '../../../shared/http/operation.ts';
import { visible } from '../../../shared/http/visible.ts';
import type { Ports } from '../../../shared/ports.ts';

export const TaskParams = z.object({ id: RecordId });

/**
 * Returns the task named in the request's path.
 * @throws NotFound unless it exists and the caller may see its project
 */
export const findTask = async (
  request: { caller: Caller; projects: ProjectAccess; params: { id: string } },
  tasks: Ports['tasks.read'],
): Promise<TaskRecord> => visible(request, await tasks.get(request.caller.organizationId, request.params.id));
