import * as z from 'zod';
import { Invalid } from '../../domain/errors.ts';
import { ChainedEvent, EVENT_ENTITIES, EventType } from '../../domain/events/event.ts';
import type { Environment } from '../../environment.ts';
import type { EventsRead } from '../../ports.ts';
import { chainKey, FEED_PREFIX, feedHeadKey, feedKey, feedPartition, historyPartition } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { getItem, getItems, queryItems } from '../dynamodb/items.ts';
import { FeedHead } from '../events/feed-head.ts';

const Pointer = z.object({ project_id: z.string().nullable(), sequence: z.int() });
const Line = Pointer.extend({
  position: z.int(),
  at: z.string(),
  type: EventType,
  entity: z.object({ type: z.enum(EVENT_ENTITIES), id: z.string() }),
});
const Entry = Pointer.extend({ sk: z.string() });

const sortOf = (cursor: string): string => {
  const sort = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!/^\d{4}-[\d:.TZ-]+#[0-9a-f]+$/.test(sort)) throw Invalid.at(['query', 'cursor'], 'is not a cursor of a history');
  return sort;
};

export const adapter = (environment: Environment): EventsRead => {
  const table = tableOf(environment);
  const read = async (organization_id: string, pointers: readonly z.infer<typeof Pointer>[]) => {
    const keys = pointers.map(({ project_id, sequence }) => chainKey({ organization_id, project_id }, sequence));
    return (await getItems(table, ChainedEvent, keys)).filter((event) => event !== undefined);
  };
  return {
    feed: (organizationId, after, limit) =>
      queryItems(table, Line, {
        partition: feedPartition(organizationId),
        prefix: FEED_PREFIX,
        after: feedKey(organizationId, after).sk,
        limit,
      }),
    newest: async (organizationId) => (await getItem(table, FeedHead, feedHeadKey(organizationId)))?.position ?? 0,
    events: read,
    history: async (organizationId, { type, id }, { cursor, limit }) => {
      const found = await queryItems(table, Entry, {
        partition: historyPartition(organizationId, type, id),
        after: cursor === undefined ? undefined : sortOf(cursor),
        backwards: true,
        limit: limit + 1,
      });
      const entries = found.slice(0, limit);
      const last = entries.at(-1);
      return {
        events: await read(organizationId, entries),
        cursor: found.length > limit && last ? Buffer.from(last.sk, 'utf8').toString('base64url') : null,
      };
    },
  };
};
