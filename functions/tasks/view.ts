import * as z from 'zod';
import { TaskRecord } from '../../shared/domain/tasks/task.ts';

const time = z.string().meta({ format: 'date-time' });

/** A task as it appears in responses. */
export const Task = TaskRecord.omit({ record_version: true, write_id: true })
  .extend({
    _id: z.string(),
    due_date: time.nullable(),
    became_due_at: time.nullable().meta({ description: 'When the service detected that the due date had passed' }),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Task' });

export const toTask = ({ record_version, write_id, ...task }: TaskRecord): z.input<typeof Task> => ({
  ...task,
  _id: task.id,
});
