import * as z from 'zod';
import { DocumentId } from '../documents/values.ts';
import { line, prose, UserId } from '../fields.ts';
import { UpperBound } from '../query-values.ts';
import { storedFields } from '../record-fields.ts';
import { TaskLocation } from './task-location.ts';

const TASK_STATUSES = ['open', 'in_progress', 'blocked', 'done', 'cancelled'] as const;
export const TaskStatus = z.enum(TASK_STATUSES);
/** In ascending order of urgency. */
export const TASK_PRIORITIES = ['low', 'medium', 'high', 'critical'] as const;
export const TaskPriority = z.enum(TASK_PRIORITIES);

/**
 * Maximum documents of a task: linking and unlinking twice as many must fit into one transaction of at most 100 items.
 */
const MAXIMUM_DOCUMENTS = 40;
/** Maximum tasks of a document, whose record lists them all. */
export const MAXIMUM_TASKS_OF_DOCUMENT = 1000;

/** The task fields of a body. */
export const taskFields = {
  title: line(512).trim().min(1),
  description: prose(8192).nullable(),
  status: TaskStatus,
  priority: TaskPriority,
  due_date: UpperBound.nullable(),
  assignee_id: UserId.nullable(),
  assignee_email: z.email().max(254).nullable(),
  document_ids: z
    .array(DocumentId)
    .max(MAXIMUM_DOCUMENTS)
    .transform((ids) => [...new Set(ids)]),
};

/** A stored task. */
export const TaskRecord = z.object({
  ...storedFields,
  title: z.string(),
  description: z.string().nullable(),
  status: TaskStatus,
  priority: TaskPriority,
  /** Canonical ISO 8601. */
  due_date: z.string().nullable(),
  assignee_id: z.string().nullable(),
  assignee_email: z.string().nullable(),
  /** Documents of the same project; each refers back to the task. */
  document_ids: z.array(z.string()),
  /** A place on a page of a document of the same project. */
  location: TaskLocation.nullable().default(null),
  /** When the service detected that the due date had passed, once per due date; null before. */
  became_due_at: z.string().nullable(),
});
export type TaskRecord = z.infer<typeof TaskRecord>;

/** Returns true while the task waits for its due date: it has one, has not been marked as due and is not finished. */
export const awaitsDueDate = ({
  due_date,
  became_due_at,
  status,
}: Pick<TaskRecord, 'due_date' | 'became_due_at' | 'status'>): boolean =>
  due_date !== null && became_due_at === null && status !== 'done' && status !== 'cancelled';
