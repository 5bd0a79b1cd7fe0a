import * as z from 'zod';
import { Actor, type ChainedEvent, EVENT_ENTITIES, EventType, publicEvent } from '../../shared/domain/events/event.ts';

/** An event as it appears in responses. */
export const EventOutput = z
  .object({
    id: z.string().meta({ description: 'Unique: an event that is received twice has the same id' }),
    type: EventType,
    time: z.string().meta({ format: 'date-time', description: 'When the change was written' }),
    actor: Actor.meta({
      description: 'Who made the change: a user or a service account by its subject, a worker or an operator',
    }),
    organization_id: z.string(),
    project_id: z.string().nullable(),
    entity: z.object({ type: z.enum(EVENT_ENTITIES), id: z.string() }).meta({ description: 'The record that changed' }),
    version: z
      .object({
        before: z.int().nullable().meta({ description: 'Null for a new record' }),
        after: z.int().nullable().meta({ description: 'Null for a removed record' }),
      })
      .meta({ description: 'The version in the ETag before and after the change; null where there is none' }),
    changed: z.array(z.string()).meta({ description: 'The names of the changed fields' }),
    values: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Values of changed fields after the change, of those that are neither secret nor large' }),
    sequence: z.int().meta({ description: 'The number of the event among those of its project, from 1' }),
    hash: z
      .string()
      .meta({ description: 'SHA-256 of the event, its sequence number and the hash of the previous event' }),
  })
  .meta({ id: 'Event' });

export const toEvent = (event: ChainedEvent): z.input<typeof EventOutput> => publicEvent(event);

/** A page of a record's history. */
export const History = z
  .object({
    items: z.array(EventOutput),
    cursor: z.string().nullable().meta({ description: 'The `cursor` of the next page; null at the end' }),
  })
  .meta({ id: 'History' });
