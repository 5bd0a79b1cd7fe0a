import type { Due } from '../domain/due.ts';
import type { ActivityFilter, ActivityRecord } from '../domain/mail/activity.ts';
import type { DigestItem } from '../domain/mail/digest.ts';
import type { SuppressionRecord } from '../domain/mail/suppression.ts';
import type { Notification } from '../domain/notifications/notification.ts';
import type { RecordsRead, RecordsWrite } from './record-ports.ts';

export interface MailPorts {
  'activities.read': ActivitiesRead;
  'activities.write': ActivitiesWrite;
  'mail.send': MailSend;
  'outside-mails.write': OutsideMailsWrite;
  'digests.due': DigestsDue;
  'digests.write': DigestsWrite;
  'notifications.read': NotificationsRead;
  'notifications.write': NotificationsWrite;
  'suppressions.read': SuppressionsRead;
  'suppressions.write': SuppressionsWrite;
}

/** Reads the mail log. */
export interface ActivitiesRead extends RecordsRead<ActivityRecord, 'inOrganization' | 'inProject' | 'ofRecipient'> {
  /**
   * Returns the entries that match every value of the filter, newest first. Reads the entries that `skip` omits as
   * well.
   *
   * @param isVisible decides for each project whose mails are found whether they are returned and counted by `skip`
   */
  find(
    organizationId: string,
    filter: ActivityFilter,
    window: { skip: number; limit: number },
    isVisible: (projectId: string) => Promise<boolean>,
  ): Promise<ActivityRecord[]>;
}

export interface ActivitiesWrite extends RecordsWrite<ActivityRecord> {
  /**
   * If the mail is in the log already, returns its entry unchanged. @throws NotFound or Conflict if its project is
   * deleted
   */
  create(record: ActivityRecord): Promise<ActivityRecord>;
}

/** Notifications, each written in one transaction with the change that it reports. */
export interface NotificationsRead {
  get(organizationId: string, id: string): Promise<Notification | undefined>;
}

/** Notifications that a worker derives, not those of a change. */
export interface NotificationsWrite {
  /**
   * Stores a notification for one recipient, unless there is one of the same type and record for them already.
   * @param recipient identifies the recipient
   */
  add(notification: Omit<Notification, 'id'>, recipient: string): Promise<void>;
}

/** Hands mails over to SES. */
export interface MailSend {
  /** The verified address that mails are sent from; null if none is configured. */
  readonly sender: string | null;
  /**
   * Sends a complete mail to one address and returns the message id assigned by SES.
   * @param mail `tags` are returned with every event that SES reports for the mail: letters, digits, `_` and `-`
   * @throws MailRefusal if SES certainly did not accept the mail; after any other error it may have
   */
  send(mail: { to: string; raw: Uint8Array; tags: Readonly<Record<string, string>> }): Promise<{ messageId: string }>;
}

/** Counts mails to addresses that belong to no member. */
export interface OutsideMailsWrite {
  /**
   * Counts one mail against a user's daily limit; false if the limit is reached.
   * @param mail `id` identifies the mail, so that a repeated call counts once
   */
  admit(organizationId: string, userId: string, mail: { id: string; perDay: number; now: Date }): Promise<boolean>;
}

/** Lines waiting for a subscriber's daily digest (see `subscriberOf`). */
export interface DigestsDue {
  /**
   * Returns subscribers (`id`) of a shard (0 to below `DUE_SHARDS`) with lines stored before a time (ISO 8601), at most
   * `limit`.
   */
  list(shard: number, before: string, limit: number): Promise<Due[]>;
}

/** Lines waiting for a subscriber's daily digest, or for the mail about a batch of uploads (see `subscriberOf`). */
export interface DigestsWrite {
  /** Stores a line, unless it is stored already. */
  add(subscriber: string, item: DigestItem): Promise<void>;
  /** Returns the stored lines of the uploads to a project, whether or not a mail contains them, oldest first. */
  batch(organizationId: string, subscriber: string, projectId: string): Promise<DigestItem[]>;
  /**
   * Returns the lines of that mail, oldest first.
   * @param mail see `DigestItem`
   * @param takes chooses the other stored lines that the mail takes; undefined if the mail has been started
   */
  claim(
    organizationId: string,
    subscriber: string,
    mail: string,
    takes: ((item: DigestItem) => boolean) | undefined,
  ): Promise<DigestItem[]>;
  /**
   * Removes the lines of that mail.
   * @param nextDay when the other lines for the digest are due; undefined after the mail about a batch
   */
  settle(organizationId: string, subscriber: string, mail: string, nextDay: string | undefined): Promise<void>;
  /** Removes the due entry, because the digest has been requested. */
  asked(due: Due): Promise<void>;
}

/** Addresses that bounced or complained, across all organizations. No operation may disclose them. */
export interface SuppressionsRead {
  find(address: string): Promise<SuppressionRecord | undefined>;
}

export interface SuppressionsWrite {
  /** Stops all mail to the address. May be repeated. */
  suppress(address: string, terms: Pick<SuppressionRecord, 'reason' | 'detail'> & { now: Date }): Promise<void>;
}
