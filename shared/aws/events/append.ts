import * as z from 'zod';
import { type ChainedEvent, Event, hasHistory, inVersionOrder } from '../../domain/events/event.ts';
import { log } from '../../log.ts';
import { count } from '../../metrics.ts';
import { EVENTS_KEPT_SECONDS, EXPIRES } from '../../table/definition.ts';
import { Expression } from '../../table/expression.ts';
import {
  chainHeadKey,
  chainKey,
  chainOfEvents,
  eventKey,
  feedHeadKey,
  feedKey,
  historyKey,
  projectKey,
  signedHeadKey,
  tombstoneKey,
} from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import { getItem, getItems, queryItems } from '../dynamodb/items.ts';
import { deleting, type Members, putting, type TransactionItem, transact, updating } from '../dynamodb/transaction.ts';
import { assertProjectOpen } from '../records/project-gate.ts';
import { FeedHead } from './feed-head.ts';
import { ChainHead, chained, type SealedHead } from './hash-chain.ts';

/** Events read from an outbox at once. */
const WINDOW = 500;
/** Writes of one transaction, of at most 100. */
const WRITES = 100;
/** Writes for one event: its removal from the outbox, the sequence, the feed and its history. */
const PER_EVENT = 4;
/** Writes for one sequence: its head, a signed head and the check of the project. */
const PER_CHAIN = 3;

const Present = z.unknown();

const Stored = z.looseObject({ sk: z.string() });

/** Returns the first events of an outbox. An event that cannot be read stays there and does not hold up the others. */
const readOutbox = async (table: Table, partition: string): Promise<Event[]> => {
  for (let after: string | undefined; ; ) {
    const window = await queryItems(table, Stored, { partition, limit: WINDOW, after });
    const events = window.flatMap((stored) => {
      const { data: event, error } = Event.safeParse(stored);
      if (error) {
        log('error', 'event cannot be read', { partition, sort: stored.sk, reason: error.message });
        count('UnreadableEvents', {});
      }
      return event ?? [];
    });
    if (events.length > 0 || window.length < WINDOW) return events;
    after = window.at(-1)?.sk;
  }
};

/** Seals the heads of a day's events, in order. */
export type SealHeads = (heads: readonly SealedHead[]) => Promise<string[]>;

const dayOf = ({ time }: Event): string => time.slice(0, 10);

/**
 * Returns as many of the first events as fit into one transaction, those of each sequence from one day, so that every
 * day but the last has its signed head.
 */
const firstBatch = (events: readonly Event[]): Event[] => {
  const days = new Map<string, string>();
  let writes = 1;
  const batch: Event[] = [];
  for (const event of events) {
    const chain = chainOfEvents(event);
    const day = days.get(chain);
    writes += PER_EVENT + (day === undefined ? PER_CHAIN : 0);
    if (writes > WRITES || (day ?? dayOf(event)) !== dayOf(event)) break;
    days.set(chain, dayOf(event));
    batch.push(event);
  }
  return batch;
};

/** Returns those events whose project or, without one, organization exists. */
const standing = async (
  table: Table,
  organizationId: string,
  events: readonly Event[],
): Promise<Set<string | null>> => {
  const projects = [...new Set(events.map(({ project_id }) => project_id))].filter((id) => id !== null);
  const [tombstone, ...found] = await getItems(table, Present, [
    tombstoneKey(organizationId),
    ...projects.map((id) => projectKey(organizationId, id)),
  ]);
  if (tombstone !== undefined) return new Set();
  return new Set([null, ...projects.filter((_, index) => found[index] !== undefined)]);
};

const isAt = (head: ChainHead | undefined): Expression =>
  head ? new Expression().equals('sequence', head.sequence).equals('hash', head.hash) : new Expression().absent();

/** Returns the writes that move the head of a sequence; the first event of a day seals the head of the day before. */
const movingHead = async (
  table: Table,
  former: ChainHead | undefined,
  last: ChainedEvent,
  sealHeads: SealHeads,
): Promise<TransactionItem[]> => {
  const { organization_id, project_id, sequence, hash } = last;
  const day = dayOf(last);
  const moved = putting(table, { ...chainHeadKey(last), sequence, hash, day }, isAt(former));
  if (!former || former.day >= day) return [moved];
  const [sealed] = await sealHeads([{ ...former, organization_id, project_id }]);
  return [moved, putting(table, { ...signedHeadKey(last, former.day), sealed })];
};

/** Returns the writes that move an event from the outbox into its sequence, the feed and its record's history. */
const movingEvent = (table: Table, event: ChainedEvent, position: number, now: Date): TransactionItem[] => {
  const { organization_id, project_id, sequence, type, entity, time, id } = event;
  const pointer = { project_id, sequence };
  return [
    deleting(table, eventKey(organization_id, time, id), new Expression().exists()),
    putting(table, { ...chainKey(event, sequence), ...event, position }, new Expression().absent()),
    putting(table, {
      ...feedKey(organization_id, position),
      ...pointer,
      position,
      type,
      entity,
      at: now.toISOString(),
      [EXPIRES]: Math.ceil(now.getTime() / 1000) + EVENTS_KEPT_SECONDS,
    }),
    // Nobody can read the history of a deleted project.
    ...(hasHistory(entity.type) && !(entity.type === 'project' && project_id === null)
      ? [putting(table, { ...historyKey(entity.type, entity.id, event), ...pointer })]
      : []),
  ];
};

const movingFeed = (table: Table, organizationId: string, from: number, to: number): TransactionItem => {
  const moved = new Expression().set('position', to);
  return updating(
    table,
    feedHeadKey(organizationId),
    from === 0 ? moved.absent('position') : moved.equals('position', from),
  );
};

/** Appends one batch in one transaction. Returns the appended events; undefined if another worker came first. */
const appendBatch = async (
  table: Table,
  organizationId: string,
  batch: readonly Event[],
  sealHeads: SealHeads,
): Promise<ChainedEvent[] | undefined> => {
  const now = new Date();
  const chains = Map.groupBy(batch, chainOfEvents);
  const firsts = [...chains.values()].map(([first]) => first as Event);
  const [feed, heads] = await Promise.all([
    getItem(table, FeedHead, feedHeadKey(organizationId)),
    getItems(table, ChainHead, firsts.map(chainHeadKey)),
  ]);
  const headOf = new Map(firsts.map((first, index) => [chainOfEvents(first), heads[index]]));
  const newest = new Map(headOf);
  const from = feed?.position ?? 0;
  const appended = batch.map((event) => {
    const name = chainOfEvents(event);
    const next = chained(event, newest.get(name));
    newest.set(name, { ...next, day: dayOf(next) });
    return next;
  });
  const lasts = [...new Map(appended.map((event) => [chainOfEvents(event), event])).values()];
  const moving = await Promise.all(
    lasts.map((last) => movingHead(table, headOf.get(chainOfEvents(last)), last, sealHeads)),
  );
  const gates = lasts.flatMap(({ organization_id, project_id, id }) =>
    project_id === null ? [] : assertProjectOpen(table, { organization_id, project_id }, id),
  );
  const members: Members = {
    feed: movingFeed(table, organizationId, from, from + appended.length),
    projects: gates,
    heads: moving.flat(),
    events: appended.flatMap((event, index) => movingEvent(table, event, from + index + 1, now)),
  };
  return (await transact(table, members)) ? undefined : appended;
};

/** Removes events whose project or organization has been deleted with everything in it. */
const discard = async (table: Table, events: readonly Event[]): Promise<void> => {
  for (let start = 0; start < events.length; start += WRITES) {
    const some = events.slice(start, start + WRITES);
    await transact(table, {
      events: some.map(({ organization_id, time, id }) => deleting(table, eventKey(organization_id, time, id))),
    });
  }
};

/**
 * Appends the events of an outbox, oldest first, until it is empty. Each transaction is conditional on the newest
 * position of the feed and the newest event of each sequence, so that of several workers one comes first and the others
 * read again.
 * @param wait waits before the next attempt after another worker came first
 * @throws Unavailable if that keeps happening
 */
export const drainOutbox = async (
  table: Table,
  organizationId: string,
  until: number,
  sealHeads: SealHeads,
  newPatience: () => () => Promise<void>,
  onAppended: (events: readonly ChainedEvent[]) => Promise<void>,
): Promise<'done' | 'unfinished'> => {
  const { pk: partition } = eventKey(organizationId, '', '');
  for (let wait = newPatience(); ; ) {
    if (Date.now() >= until) return 'unfinished';
    let left = inVersionOrder(await readOutbox(table, partition));
    if (left.length === 0) return 'done';
    while (left.length > 0 && Date.now() < until) {
      const batch = firstBatch(left);
      const stands = await standing(table, organizationId, batch);
      const isKept = ({ project_id }: Event) => stands.has(project_id);
      await discard(
        table,
        batch.filter((event) => !isKept(event)),
      );
      const kept = batch.filter(isKept);
      const appended = kept.length > 0 ? await appendBatch(table, organizationId, kept, sealHeads) : [];
      if (!appended) {
        await wait();
        break;
      }
      if (appended.length > 0) await onAppended(appended);
      wait = newPatience();
      left = left.slice(batch.length);
    }
  }
};
