import * as z from 'zod';
import { EntityType } from '../mail/activity.ts';
import { NotificationType } from '../mail/values.ts';

/** Ends the name of each partition of notifications: the table's stream is filtered by it. */
export const NOTIFICATIONS_SUFFIX = '#NOTIFICATIONS';

/** The organization whose notifications a partition holds, from its name. */
export const notifiedOrganization = (partition: string): string =>
  decodeURIComponent(partition.slice('ORG#'.length, -NOTIFICATIONS_SUFFIX.length));

const text = z.string().nullable();

/** Somebody who is told, as the record names them. */
export const Recipient = z.object({
  /** The subject of the identity; null where only an address is known. */
  id: text,
  name: text,
  email: text,
  /** True where the address was in the user's own token; false where somebody typed it. */
  is_own: z.boolean().default(false),
});
export type Recipient = z.infer<typeof Recipient>;

/**
 * What happened to a record that people are told about. It is written in the transaction of the change itself, so that
 * neither stands without the other.
 */
export const Notification = z.object({
  id: z.string(),
  organization_id: z.string(),
  project_id: z.string(),
  type: NotificationType,
  entity_type: EntityType,
  entity_id: z.string(),
  recipients: z.array(Recipient),
  /** Who did it; null where the service did. */
  actor_name: text,
  /** The subject on whose account mails to typed addresses go; null where nobody is known. */
  caused_by: text.default(null),
  /** What changed, a line for each field; null where nothing is to be said of it. */
  changes: text,
  created_at: z.string(),
});
export type Notification = z.infer<typeof Notification>;

/** A notification before it is written. */
export type Notice = Omit<Notification, 'id' | 'organization_id' | 'project_id' | 'created_at'>;
