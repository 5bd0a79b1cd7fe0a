import * as z from 'zod';
import type { Scope } from '../access/scopes.ts';

/** The records whose changes are events, and the scope that a caller needs to see events of each. */
export const ENTITY_SCOPES = {
  document: 'documents:read',
  upload: 'documents:read',
  comparison: 'documents:read',
  item: 'documents:read',
  task: 'tasks:read',
  project: 'projects:read',
  member: 'projects:read',
  report: 'reports:read',
  template: 'templates:read',
  sheet_template: 'documents:read',
  system: 'systems:read',
  organization: 'organizations:read',
  webhook: 'webhooks:read',
} as const satisfies Readonly<Record<string, Scope>>;

export type EventEntity = keyof typeof ENTITY_SCOPES;
export const EVENT_ENTITIES = Object.keys(ENTITY_SCOPES) as [EventEntity, ...EventEntity[]];

/** The records that have a history of their own. */
const HISTORY_ENTITIES = ['document', 'task', 'project', 'system'] as const satisfies readonly EventEntity[];
export type HistoryEntity = (typeof HISTORY_ENTITIES)[number];
export const hasHistory = (entity: EventEntity): entity is HistoryEntity =>
  (HISTORY_ENTITIES as readonly string[]).includes(entity);

const EVENT_TYPES = [
  'document.registered',
  'document.received',
  'document.updated',
  'document.processed',
  'document.accepted',
  'document.duplicate',
  'document.failed',
  'document.superseded',
  'document.reinstated',
  'document.deleted',
  'document.restored',
  'document.purged',
  'upload.issued',
  'upload.removed',
  'comparison.requested',
  'comparison.updated',
  'comparison.ready',
  'comparison.failed',
  'comparison.deleted',
  'item.reviewed',
  'item.review_removed',
  'task.created',
  'task.updated',
  'task.deleted',
  'project.created',
  'project.updated',
  'project.deleted',
  'member.added',
  'member.removed',
  'report.requested',
  'report.updated',
  'report.ready',
  'report.failed',
  'report.deleted',
  'template.created',
  'template.updated',
  'template.deleted',
  'sheet_template.created',
  'sheet_template.updated',
  'sheet_template.deleted',
  'system.created',
  'system.updated',
  'system.deleted',
  'webhook.created',
  'webhook.updated',
  'webhook.deleted',
  'organization.created',
  'organization.updated',
] as const;
export const EventType = z.enum(EVENT_TYPES);
export type EventType = z.infer<typeof EventType>;

/** Who made a change: a user or a service account by its subject, a worker by its name, or an operator's command. */
export const Actor = z.object({
  type: z.enum(['user', 'service', 'worker', 'operator']),
  id: z.string(),
  name: z.string().nullable(),
});
export type Actor = z.infer<typeof Actor>;

/** A change of one record, written in the transaction of the change. */
export const Event = z.object({
  /** Derived from the record and its write, so that a change has one event however often its write is repeated. */
  id: z.string(),
  /** When the change was written, ISO 8601. */
  time: z.string(),
  type: EventType,
  actor: Actor,
  organization_id: z.string(),
  /** Null for a record of the organization, and for the deletion of a project, whose own events are removed. */
  project_id: z.string().nullable(),
  entity: z.object({ type: z.enum(EVENT_ENTITIES), id: z.string() }),
  /** `record_version` before and after; null where the record did not exist, and where another record's change caused it. */
  version: z.object({ before: z.int().nullable(), after: z.int().nullable() }),
  /** The names of the changed fields, sorted. */
  changed: z.array(z.string()),
  /** The fields' values after the change, of those that are neither secret nor large. */
  values: z.record(z.string(), z.unknown()),
});
export type Event = z.infer<typeof Event>;

/** An event in the sequence of its project, or of its organization for an event without a project. */
export const ChainedEvent = Event.extend({
  /** 1 for the first event of the sequence. */
  sequence: z.int(),
  /** The hash of the previous event; empty for the first. */
  previous_hash: z.string(),
  /** The SHA-256 of the event with its sequence number and previous hash, in hex. */
  hash: z.string(),
});
export type ChainedEvent = z.infer<typeof ChainedEvent>;

/** Returns an event as readers receive it. */
export const publicEvent = ({ previous_hash: _, ...event }: ChainedEvent): Omit<ChainedEvent, 'previous_hash'> => event;

/** The suffix of each partition of events that are not yet in sequence, by which the table's stream is filtered. */
export const OUTBOX_SUFFIX = '#OUTBOX';

/** Returns the organization of an outbox; undefined for any other partition. */
export const outboxOrganization = (partition: string): string | undefined => {
  const [, organization] = /^ORG#([^#]+)#OUTBOX$/.exec(partition) ?? [];
  return organization === undefined ? undefined : decodeURIComponent(organization);
};

const sorted = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Returns a value as JSON without spaces whose names are sorted, so that equal values have equal texts. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sorted);

/**
 * Returns the events with those of one record in the order of its versions. Their times come from the clocks of the
 * processes that made the changes, which may differ by some milliseconds.
 */
export const inVersionOrder = <E extends Pick<Event, 'entity' | 'version'>>(events: readonly E[]): E[] => {
  const nameOf = ({ entity }: E) => `${entity.type} ${entity.id}`;
  const rank = ({ version }: E) => version.after ?? (version.before === null ? Number.NaN : version.before + 0.5);
  const ranked = events.filter((event) => !Number.isNaN(rank(event)));
  const byRecord = Map.groupBy(ranked, nameOf);
  for (const some of byRecord.values()) some.sort((a, b) => rank(a) - rank(b));
  return events.map((event) => (Number.isNaN(rank(event)) ? event : (byRecord.get(nameOf(event))?.shift() as E)));
};
