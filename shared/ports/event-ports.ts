import type { ChainedEvent, Event, EventEntity, EventType, HistoryEntity } from '../domain/events/event.ts';

export interface EventPorts {
  'events.append': EventsAppend;
  'events.read': EventsRead;
  'events.verify': EventsVerify;
}

export interface EventsAppend {
  /**
   * Appends the events in the organization's outbox to the sequences of their projects and to the feed, in order. May
   * run several times at once; each event is appended once.
   * @param until epoch milliseconds; `unfinished` if events are left then
   * @param onAppended receives the events of each transaction after it
   */
  drain(
    organizationId: string,
    until: number,
    onAppended?: (events: readonly Event[]) => Promise<void>,
  ): Promise<'done' | 'unfinished'>;
}

/** A line of the feed, which refers to its event. */
export interface FeedEntry {
  /** Ascending in order of delivery. */
  position: number;
  /** When the event entered the feed, ISO 8601. */
  at: string;
  type: EventType;
  entity: { type: EventEntity; id: string };
  project_id: string | null;
  sequence: number;
}

export interface EventsRead {
  /** Returns at most `limit` lines after a position, in order, strongly consistent. */
  feed(organizationId: string, after: number, limit: number): Promise<FeedEntry[]>;
  /** Returns the newest position of the feed; 0 before the first event. */
  newest(organizationId: string): Promise<number>;
  /** Returns the events of these lines in order, without those that have been removed with their project. */
  events(organizationId: string, entries: readonly FeedEntry[]): Promise<ChainedEvent[]>;
  /**
   * Returns at most `limit` events of a record, newest first, and the cursor for the next ones; null at the end.
   * @throws Invalid for a cursor that no history has issued
   */
  history(
    organizationId: string,
    entity: { type: HistoryEntity; id: string },
    page: { cursor?: string | undefined; limit: number },
  ): Promise<{ events: ChainedEvent[]; cursor: string | null }>;
}

/** The result of the verification of one sequence of events. */
export interface ChainReport {
  /** True if no event is modified or missing, and the newest event and every signed one are those that were stored. */
  is_intact: boolean;
  events: number;
  signed_heads: number;
  /** The hash of the newest event; null without events. */
  head: string | null;
  /** The first violations found. */
  problems: string[];
}

export interface EventsVerify {
  /** @param projectId null for the organization's own sequence */
  verify(organizationId: string, projectId: string | null): Promise<ChainReport>;
}
