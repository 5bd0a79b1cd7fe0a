import * as z from 'zod';
import type { StatusTransition } from '../transition.ts';
import { NotificationType } from './mail-values.ts';

const ACTIVITY_STATUSES = ['queued', 'sent', 'delivered', 'bounced', 'complained', 'failed'] as const;
export const ActivityStatus = z.enum(ACTIVITY_STATUSES);
export type ActivityStatus = z.infer<typeof ActivityStatus>;

export const EntityType = z.enum([
  'task',
  'document',
  'project',
  'report',
  'drawing_comparison',
  'webhook',
  'transmittal',
]);

const text = z.string().nullable();

/** One mail to one recipient, from before it is sent until its delivery is known. */
export const ActivityRecord = z.object({
  /** Derived from notification and recipient, so that the same mail has one record however often it is requested. */
  id: z.string(),
  organization_id: z.string(),
  /** The record that the mail is about; null for a digest, which is about several. */
  entity_type: EntityType.nullable(),
  entity_id: text,
  project_id: text,
  /** The notification that the mail reports, common to all its recipients. */
  notification_id: z.string(),
  /** Null for a digest. */
  notification_type: NotificationType.nullable(),
  /** The subject of the recipient's identity; null if only the address is known. */
  recipient_id: text,
  recipient_email: z.string(),
  template_id: text,
  subject: z.string(),
  status: ActivityStatus,
  /** When SES accepted it. */
  sent_at: text,
  /** `reason` states why a mail failed, bounced or caused a complaint. */
  metadata: z.record(z.string(), z.string()),
  /** Since when a call to SES has been pending without a known result; null otherwise. */
  handing_since: text,
  /** The message id assigned by SES. */
  message_id: text,
  created_at: z.string(),
  updated_at: z.string(),
  record_version: z.int(),
  write_id: z.string(),
});
export type ActivityRecord = z.infer<typeof ActivityRecord>;

/** The fields by which the log can be filtered. */
export const ACTIVITY_FILTERS = [
  'recipient_id',
  'template_id',
  'notification_id',
  'project_id',
] as const satisfies (keyof ActivityRecord)[];
export type ActivityFilter = { [F in (typeof ACTIVITY_FILTERS)[number]]?: string | undefined };

/**
 * SES may report a mail's delivery before the log records that it was sent, and in any order; its report also replaces
 * a failure recorded by the service.
 */
export const ACTIVITY_TRANSITIONS = {
  send: { name: 'send', from: ['queued'], to: 'sent' },
  fail: { name: 'fail', from: ['queued'], to: 'failed' },
  /** An operator retries a mail that SES rejected. */
  retry: { name: 'retry', from: ['failed'], to: 'queued' },
  /** SES rejects a mail that it had accepted. */
  reject: { name: 'reject', from: ['queued', 'sent'], to: 'failed' },
  /** SES gave up after temporary failures. After a delivery such a bounce is only an absence note. */
  giveBack: { name: 'give back', from: ['queued', 'sent', 'failed'], to: 'bounced' },
  deliver: { name: 'deliver', from: ['queued', 'sent', 'failed'], to: 'delivered' },
  bounce: { name: 'bounce', from: ['queued', 'sent', 'delivered', 'failed'], to: 'bounced' },
  complain: { name: 'complain', from: ['queued', 'sent', 'delivered', 'failed'], to: 'complained' },
} as const satisfies Record<string, StatusTransition<ActivityStatus>>;
