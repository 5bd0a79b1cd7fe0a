import type { Recipient } from '../../../../shared/domain/notifications/notification.ts';
import type { Values } from '../../../../shared/mail/render.ts';
import type { Ports } from '../../../../shared/ports.ts';

/** The ports that contents need, for `uses`. */
export const CONTENT_PORTS = [
  'tasks.read',
  'documents.read',
  'comparisons.read',
  'reports.read',
  'members.read',
  'webhooks.read',
  'files.read',
  'links.seal',
  'transmittals.read',
  'transmittal-links.seal',
] as const;
export type ContentPorts = Pick<Ports, (typeof CONTENT_PORTS)[number]>;

/** The part of a mail that is specific to one record. */
export interface MailContent {
  values: Values;
  /** PNG, shown where the template has `picture_url`. */
  picture?: { filename: string; bytes: Uint8Array } | undefined;
}

/** Reads the subject of a notification for one recipient; undefined if it no longer applies. */
export type ContentOf<N> = (
  notification: N,
  recipient: Recipient,
  ports: ContentPorts,
  now: Date,
) => Promise<MailContent | undefined>;

const LONG_DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Formats a date as `27 November 2026`; empty for null. */
export const longDate = (at: string | null): string => (at === null ? '' : LONG_DATE.format(new Date(at)));
