import * as z from 'zod';
import { EntityType } from '../mail/activity.ts';
import { NotificationType } from '../mail/mail-values.ts';

/** The suffix of each partition of notifications, by which the table's stream is filtered. */
export const NOTIFICATIONS_SUFFIX = '#NOTIFICATIONS';

/** Returns the organization of a partition of notifications. */
export const notifiedOrganization = (partition: string): string =>
  decodeURIComponent(partition.slice('ORG#'.length, -NOTIFICATIONS_SUFFIX.length));

const text = z.string().nullable();

/** The recipient of a notification, as named in the record. */
export const Recipient = z.object({
  /** The subject of the identity; null if only an address is known. */
  id: text,
  name: text,
  email: text,
  /** True if the address comes from the user's own token; false if another person entered it. */
  is_own: z.boolean().default(false),
});
export type Recipient = z.infer<typeof Recipient>;

/**
 * An event of a record about which people are notified. It is written in the transaction of the change, so that neither
 * exists without the other.
 */
export const Notification = z.object({
  id: z.string(),
  organization_id: z.string(),
  /** Null for a record of the organization. */
  project_id: z.string().nullable(),
  type: NotificationType,
  entity_type: EntityType,
  entity_id: z.string(),
  recipients: z.array(Recipient),
  /** The user who made the change; null for the service. */
  actor_name: text,
  /** The subject against whose limit mails to entered addresses are counted; null if unknown. */
  caused_by: text.default(null),
  /** The changes, one line per field; null if there is nothing to report. */
  changes: text,
  created_at: z.string(),
});
export type Notification = z.infer<typeof Notification>;

/** A notification before it is stored. */
export type Notice = Omit<Notification, 'id' | 'organization_id' | 'project_id' | 'created_at'>;
