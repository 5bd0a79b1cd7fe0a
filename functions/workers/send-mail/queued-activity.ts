import type { ActivityRecord } from '../../../shared/domain/mail/activity.ts';

/** Returns the record of a mail that has not been sent; `about` has its subject and recipient. */
export const queuedActivity = (
  id: string,
  about: Pick<
    ActivityRecord,
    | 'organization_id'
    | 'entity_type'
    | 'entity_id'
    | 'project_id'
    | 'notification_id'
    | 'notification_type'
    | 'recipient_id'
    | 'recipient_email'
    | 'template_id'
    | 'subject'
  >,
  now: Date,
): ActivityRecord => ({
  ...about,
  id,
  status: 'queued',
  sent_at: null,
  metadata: {},
  handing_since: null,
  message_id: null,
  created_at: now.toISOString(),
  updated_at: now.toISOString(),
  record_version: 1,
  write_id: id,
});
