import type { Due } from '../domain/due.ts';
import type { ActivityFilter, ActivityRecord } from '../domain/mail/activity.ts';
import type { DigestItem } from '../domain/mail/digest.ts';
import type { Subscription } from '../domain/mail/subscription.ts';
import type { SuppressionRecord } from '../domain/mail/suppression.ts';
import type { Notification } from '../domain/notifications/notification.ts';
import type { RecordsRead, RecordsWrite } from './records.ts';

export interface MailPorts {
  'activities.read': ActivitiesRead;
  'activities.write': ActivitiesWrite;
  'mail.send': MailSend;
  'outside-mails.write': OutsideMailsWrite;
  'digests.write': DigestsWrite;
  'notifications.read': NotificationsRead;
  'suppressions.read': SuppressionsRead;
  'suppressions.write': SuppressionsWrite;
  'unsubscribe.seal': UnsubscribeSeal;
  'unsubscribe.open': UnsubscribeOpen;
}

/** The log of mails. */
export interface ActivitiesRead extends RecordsRead<ActivityRecord, 'inOrganization' | 'inProject' | 'ofRecipient'> {
  /** Those that have every value of the filter, newest first; reads the entries before them as well. */
  find(
    organizationId: string,
    filter: ActivityFilter,
    window: { skip: number; limit: number },
  ): Promise<ActivityRecord[]>;
}

export interface ActivitiesWrite extends RecordsWrite<ActivityRecord> {
  /** Where the mail is in the log already, answers the record as it stands. @throws NotFound or Conflict when its project is deleted */
  create(record: ActivityRecord): Promise<ActivityRecord>;
}

/** What people are to be told; written with the change that it is about. */
export interface NotificationsRead {
  get(organizationId: string, id: string): Promise<Notification | undefined>;
}

/** Handing mails to SES. */
export interface MailSend {
  /** The verified address that mails are sent from; null where none is set. */
  readonly sender: string | null;
  /**
   * Sends a finished mail to one address and answers what SES calls it.
   * @param mail `tags` come back with whatever SES tells of the mail: letters, digits, `_` and `-`
   * @throws MailRefusal where it was surely not taken; any other error leaves that open
   */
  send(mail: { to: string; raw: Uint8Array; tags: Readonly<Record<string, string>> }): Promise<{ messageId: string }>;
}

/** Counts mails to addresses of no member. */
export interface OutsideMailsWrite {
  /** Counts one mail of this day on account of a user; false where the bound is reached. @param mail `id` names it */
  admit(organizationId: string, userId: string, mail: { id: string; perDay: number; now: Date }): Promise<boolean>;
}

/** What people are told once a day, by the subscriber whose digest it is (see `subscriberOf`). */
export interface DigestsWrite {
  /** Stores a line for the next digest; a line that is stored already is left as it is. */
  add(subscriber: string, item: DigestItem): Promise<void>;
  /**
   * The lines of that day's digest, oldest first.
   * @param isNew the digest has not been begun: it takes all lines that are stored
   */
  claim(organizationId: string, subscriber: string, day: string, isNew: boolean): Promise<DigestItem[]>;
  /** Removes the lines of that day's digest; those that came since wait for the next day. */
  settle(organizationId: string, subscriber: string, day: string, nextDay: string): Promise<void>;
  /** Some subscribers (`id`) of a shard (0 to below `DUE_SHARDS`) with lines stored before a time (ISO 8601). */
  due(shard: number, before: string, limit: number): Promise<Due[]>;
  /** The digest has been requested. */
  asked(due: Due): Promise<void>;
}

/** Addresses that bounced or complained, of all organizations: no operation may tell anybody of one. */
export interface SuppressionsRead {
  find(address: string): Promise<SuppressionRecord | undefined>;
}

export interface SuppressionsWrite {
  /** No mail goes to the address any more. Running it again changes nothing. */
  suppress(address: string, terms: Pick<SuppressionRecord, 'reason' | 'detail'> & { now: Date }): Promise<void>;
}

/** The right to end mails without a login, in an address. */
export interface UnsubscribeSeal {
  /** An opaque, URL-safe token that does not expire; nobody without the key can make or read one. */
  seal(subscription: Subscription): Promise<string>;
}

export interface UnsubscribeOpen {
  /** Undefined for anything that `seal` did not make, and once the organization has been deleted. */
  open(token: string): Promise<Subscription | undefined>;
}
