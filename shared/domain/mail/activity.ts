import * as z from 'zod';
import type { StatusTransition } from '../transition.ts';
import { NotificationType } from './values.ts';

const ACTIVITY_STATUSES = ['queued', 'sent', 'delivered', 'bounced', 'complained', 'failed'] as const;
export const ActivityStatus = z.enum(ACTIVITY_STATUSES);
export type ActivityStatus = z.infer<typeof ActivityStatus>;

export const EntityType = z.enum(['task', 'document', 'project', 'report', 'drawing_comparison']);

const text = z.string().nullable();

/** One mail to one recipient, from before it is handed over until what became of it. */
export const ActivityRecord = z.object({
  /** Made of notification and recipient: the same mail is one record however often it is asked for. */
  id: z.string(),
  organization_id: z.string(),
  /** The record that the mail is about; null for a digest, which is about many. */
  entity_type: EntityType.nullable(),
  entity_id: text,
  project_id: text,
  /** What happened; all mails about it name it. */
  notification_id: z.string(),
  /** Null for a digest. */
  notification_type: NotificationType.nullable(),
  /** The subject of the recipient's identity; null where only the address is known. */
  recipient_id: text,
  recipient_email: z.string(),
  template_id: text,
  subject: z.string(),
  status: ActivityStatus,
  /** When SES took it. */
  sent_at: text,
  /** `reason` says why a mail failed, bounced or drew a complaint. */
  metadata: z.record(z.string(), z.string()),
  /** When it was last about to be handed to SES, of which there is no answer yet; null otherwise. */
  handing_since: text,
  /** What SES calls it. */
  message_id: text,
  created_at: z.string(),
  updated_at: z.string(),
  record_version: z.int(),
  write_id: z.string(),
});
export type ActivityRecord = z.infer<typeof ActivityRecord>;

/** What the log is filtered by. */
export const ACTIVITY_FILTERS = [
  'recipient_id',
  'template_id',
  'notification_id',
  'project_id',
] as const satisfies (keyof ActivityRecord)[];
export type ActivityFilter = { [F in (typeof ACTIVITY_FILTERS)[number]]?: string | undefined };

/**
 * SES may tell what became of a mail before the log says that it was sent, and in any order; it is believed where the
 * service had given up.
 */
export const ACTIVITY_TRANSITIONS = {
  send: { name: 'send', from: ['queued'], to: 'sent' },
  fail: { name: 'fail', from: ['queued'], to: 'failed' },
  /** An operator has it tried again that SES had turned away. */
  retry: { name: 'retry', from: ['failed'], to: 'queued' },
  /** SES refused what it had taken. */
  reject: { name: 'reject', from: ['queued', 'sent'], to: 'failed' },
  /** A server gave the mail back for now, and SES gave up. After a delivery it is only somebody's note of absence. */
  giveBack: { name: 'give back', from: ['queued', 'sent', 'failed'], to: 'bounced' },
  deliver: { name: 'deliver', from: ['queued', 'sent', 'failed'], to: 'delivered' },
  bounce: { name: 'bounce', from: ['queued', 'sent', 'delivered', 'failed'], to: 'bounced' },
  complain: { name: 'complain', from: ['queued', 'sent', 'delivered', 'failed'], to: 'complained' },
} as const satisfies Record<string, StatusTransition<ActivityStatus>>;
