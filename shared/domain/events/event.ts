import * as z from 'zod';
import { SCOPE_DEFINITIONS, type Scope } from '../access/scopes.ts';

type Definitions = typeof SCOPE_DEFINITIONS;
/** The records of each scope whose changes are events. */
type Shown = { [S in Scope]: Definitions[S] extends { events: infer E } ? E : never }[Scope];
type EntitiesOf<E> = E extends unknown ? keyof E & string : never;
type TypesOf<E> = E extends unknown
  ? { [N in keyof E & string]: E[N] extends readonly (infer C extends string)[] ? `${N}.${C}` : never }[keyof E &
      string]
  : never;

/** The records whose changes are events. */
export type EventEntity = EntitiesOf<Shown>;

const shown = Object.entries(SCOPE_DEFINITIONS).flatMap(([scope, definition]) =>
  Object.entries('events' in definition ? definition.events : {}).map(([entity, changes]) => ({
    entity: entity as EventEntity,
    scope: scope as Scope,
    types: (changes as readonly string[]).map((change) => `${entity}.${change}` as TypesOf<Shown>),
  })),
);

/** The scope that a caller needs to see events of each record. */
export const ENTITY_SCOPES = Object.fromEntries(shown.map(({ entity, scope }) => [entity, scope])) as Readonly<
  Record<EventEntity, Scope>
>;
export const EVENT_ENTITIES = shown.map(({ entity }) => entity) as [EventEntity, ...EventEntity[]];

/** The records that have a history of their own. */
const HISTORY_ENTITIES = ['document', 'task', 'project', 'system'] as const satisfies readonly EventEntity[];
export type HistoryEntity = (typeof HISTORY_ENTITIES)[number];
export const hasHistory = (entity: EventEntity): entity is HistoryEntity =>
  (HISTORY_ENTITIES as readonly string[]).includes(entity);

export const EventType = z.enum(shown.flatMap(({ types }) => types) as [TypesOf<Shown>, ...TypesOf<Shown>[]]);
export type EventType = z.infer<typeof EventType>;
/** The records that are created, updated and deleted by requests alone. */
export type LifecycleEntity = {
  [N in EventEntity]: `${N}.created` | `${N}.updated` | `${N}.deleted` extends EventType ? N : never;
}[EventEntity];

/** Who made a change: a user or a service account by its subject, a worker by its name, or an operator's command. */
export const Actor = z.object({
  type: z.enum(['user', 'service', 'worker', 'operator']),
  id: z.string(),
  name: z.string().nullable(),
});
export type Actor = z.infer<typeof Actor>;

/** Who last changed, or who deleted, a stored record; absent or null if nobody has. */
export const ChangedBy = Actor.nullish();
/** The same in responses. */
export const shownActor = (description: string) => Actor.nullable().meta({ description });
/** Of a record that has not changed since it was created, and of one last changed before this was recorded, null. */
export const updatedBy = shownActor('Who changed it last, as in its events; null if nobody has since its creation');

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
  /** `record_version` before and after; null without a record, and where another record's change caused it. */
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
