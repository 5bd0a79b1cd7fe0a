import type { Notification, Recipient } from '../../../../shared/domain/notifications/notification.ts';
import type { TaskRecord } from '../../../../shared/domain/tasks/task.ts';
import { type ContentOf, type ContentPorts, longDate } from './mail-content.ts';

/** Whether the notification still applies to the task. */
const stillHolds = ({ type }: Notification, task: TaskRecord, { id, email }: Recipient): boolean => {
  if (type === 'task_assigned')
    return task.assignee_id === null ? task.assignee_email === email : task.assignee_id === id;
  if (type === 'task_due') return task.became_due_at !== null && task.status !== 'done' && task.status !== 'cancelled';
  return true;
};

const assigneeName = async (task: TaskRecord, ports: ContentPorts): Promise<string> => {
  const { organization_id, project_id, assignee_id, assignee_email } = task;
  if (assignee_id === null) return assignee_email ?? '';
  const member = await ports['members.read'].get(organization_id, { project_id, user_id: assignee_id });
  return member?.name ?? assignee_email ?? member?.email ?? assignee_id;
};

export const taskContent: ContentOf<Notification> = async (notification, recipient, ports) => {
  const task = await ports['tasks.read'].get(notification.organization_id, notification.entity_id);
  if (!task || !stillHolds(notification, task, recipient)) return undefined;
  return {
    values: {
      task_id: task.id,
      task_title: task.title,
      task_description: task.description ?? '',
      task_status: task.status.replaceAll('_', ' '),
      task_priority: task.priority,
      task_due_date: longDate(task.due_date),
      assignee_name: await assigneeName(task, ports),
      actor_name: notification.actor_name ?? 'Somebody',
      changes: notification.changes ?? '',
    },
  };
};
