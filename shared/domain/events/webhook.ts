import * as z from 'zod';
import { User } from '../user.ts';
import { ChangedBy, type Event, EventType } from './event.ts';

const WebhookStatus = z.enum(['active', 'paused', 'disabled']);

/** Maximum subscriptions of an organization. */
export const MAXIMUM_WEBHOOKS = 1000;
/** Milliseconds for which a replaced secret also signs. */
export const ROTATION_MS = 24 * 3_600_000;
/** How long deliveries are retried before the subscription is disabled, in milliseconds. */
export const RETRIED_MS = 3 * 86_400_000;

/** A stored subscription. Its secrets are sealed for this subscription. */
export const WebhookRecord = z.object({
  id: z.string(),
  organization_id: z.string(),
  /** Null for the events of the whole organization. */
  project_id: z.string().nullable(),
  url: z.string(),
  description: z.string().nullable(),
  /** All types if empty. */
  types: z.array(EventType),
  status: WebhookStatus,
  /** Why the service disabled it; null otherwise. */
  disabled_reason: z.string().nullable(),
  sealed_secret: z.string(),
  /** The former secret, which signs as well until `former_until`. */
  sealed_former: z.string().nullable(),
  former_until: z.string().nullable(),
  /** The user whose rights determine which events are sent. */
  created_by: User,
  created_at: z.string(),
  updated_at: z.string(),
  updated_by: ChangedBy,
  record_version: z.int(),
  write_id: z.string(),
});
export type WebhookRecord = z.infer<typeof WebhookRecord>;

/** How far the deliveries of a subscription have come. */
export const WebhookState = z.object({
  organization_id: z.string(),
  id: z.string(),
  /** The last position of the feed that needs no further delivery. */
  position: z.int(),
  /** Failed attempts at the event after that position. */
  failures: z.int(),
  failing_since: z.string().nullable(),
  /** When the next attempt is due; null without a failure. */
  retry_at: z.string().nullable(),
  /** Counts the reasons to read the feed. */
  wanted: z.int(),
});
export type WebhookState = z.infer<typeof WebhookState>;

/** The outcome of one attempt. */
export const WebhookDelivery = z.object({
  id: z.string(),
  at: z.string(),
  event_id: z.string(),
  event_type: z.string(),
  /** The position of the event in the feed. */
  position: z.int(),
  /** 1 for the first attempt. */
  attempt: z.int(),
  is_replay: z.boolean(),
  success: z.boolean(),
  /** Null if the receiver did not respond. */
  status_code: z.int().nullable(),
  error: z.string().nullable(),
  duration_ms: z.int(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** Returns true if the subscription asks for such events. */
export const subscribes = (
  { project_id, types }: Pick<WebhookRecord, 'project_id' | 'types'>,
  event: Pick<Event, 'type' | 'project_id'>,
): boolean =>
  (project_id === null || project_id === event.project_id) && (types.length === 0 || types.includes(event.type));

/** Minutes until the next attempt, by the number of failed ones; the last applies to all further ones. */
const BACK_OFF_MINUTES = [1, 2, 5, 15, 30, 60, 120, 240, 360];

/** Returns when the next attempt is due after so many failed ones, ISO 8601. */
export const nextAttempt = (failures: number, now: Date): string => {
  const minutes = BACK_OFF_MINUTES[Math.min(failures, BACK_OFF_MINUTES.length) - 1] ?? 1;
  return new Date(now.getTime() + minutes * 60_000).toISOString();
};
