import type { ActivityRecord } from '../../shared/domain/mail/activity.ts';

let made = 0;

/** An entry of the mail log, a second older than the entry before it. */
export const activity = (given: Partial<ActivityRecord> = {}): ActivityRecord => {
  const number = made++;
  const at = new Date(Date.UTC(2026, 10, 21, 9, 0, number)).toISOString();
  const id = `activity-${number}`;
  return {
    id,
    organization_id: 'acme',
    entity_type: 'task',
    entity_id: 't-1',
    project_id: null,
    notification_id: 'n-1',
    notification_type: 'task_assigned',
    recipient_id: 'ann',
    recipient_email: 'ann@example.com',
    template_id: 'built-in.task_assigned',
    subject: `Mail ${number}`,
    status: 'queued',
    sent_at: null,
    metadata: {},
    handing_since: null,
    message_id: null,
    created_at: at,
    updated_at: at,
    record_version: 1,
    write_id: id,
    ...given,
  };
};
