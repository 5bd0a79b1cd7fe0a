import type { Recipient } from '../../../../shared/domain/notifications/notification.ts';
import type { Values } from '../../../../shared/mail/render.ts';
import type { Ports } from '../../../../shared/ports.ts';

/** What contents take, for `uses`. */
export const CONTENT_PORTS = [
  'tasks.read',
  'documents.read',
  'comparisons.read',
  'reports.read',
  'members.read',
  'files.read',
  'links.seal',
] as const;
export type ContentPorts = Pick<Ports, (typeof CONTENT_PORTS)[number]>;

/** What a mail says about one record; without what every mail says. */
export interface Content {
  values: Values;
  /** PNG, shown where the template has `picture_url`. */
  picture?: { filename: string; bytes: Uint8Array } | undefined;
}

/** Reads what a notification is about, for one recipient; undefined where there is nothing to tell any more. */
export type ContentOf<N> = (
  notification: N,
  recipient: Recipient,
  ports: ContentPorts,
  now: Date,
) => Promise<Content | undefined>;

const LONG_DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** `27 November 2026`; empty without a time. */
export const longDate = (at: string | null): string => (at === null ? '' : LONG_DATE.format(new Date(at)));
