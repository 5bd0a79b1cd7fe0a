import * as z from 'zod';
import { EVENT_ENTITIES, hasHistory } from '../../domain/events/event.ts';
import { CHAIN_PREFIX, chainOfEvents, type EventChain, eventKey, feedKey, historyKey } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import { queryItems } from '../dynamodb/items.ts';
import { removePartition } from '../dynamodb/remove-partition.ts';
import { WRITE_BATCH, writeBatch } from '../dynamodb/write-batch.ts';

const Waiting = z.object({ sk: z.string(), project_id: z.string().nullish() });
const Entry = z.object({
  sk: z.string(),
  id: z.string(),
  time: z.string(),
  position: z.int(),
  entity: z.object({ type: z.enum(EVENT_ENTITIES), id: z.string() }),
});

/** Events removed at once: each has an entry in the feed, one in its sequence, and at most one in a history. */
const AT_ONCE = 100;

/**
 * Removes a sequence of events and the waiting ones of the same project or organization, with the lines of the feed and
 * the entries of histories that refer to it.
 */
export const removeEvents = async (table: Table, chain: EventChain): Promise<void> => {
  const partition = chainOfEvents(chain);
  const outbox = eventKey(chain.organization_id, '', '').pk;
  const waiting = await queryItems(table, Waiting, { partition: outbox });
  const own = new Set(waiting.filter(({ project_id }) => project_id === chain.project_id).map(({ sk }) => sk));
  if (own.size > 0) await removePartition(table, outbox, (sort) => own.has(sort));
  for (;;) {
    const events = await queryItems(table, Entry, { partition, prefix: CHAIN_PREFIX, limit: AT_ONCE });
    if (events.length === 0) break;
    // The sequence leads to the others and is therefore last.
    const keys = [
      ...events.map(({ position }) => feedKey(chain.organization_id, position)),
      ...events.flatMap(({ entity, time, id }) =>
        hasHistory(entity.type) ? [historyKey(entity.type, entity.id, { ...chain, time, id })] : [],
      ),
      ...events.map(({ sk }) => ({ pk: partition, sk })),
    ];
    for (let start = 0; start < keys.length; start += WRITE_BATCH) {
      const requests = keys.slice(start, start + WRITE_BATCH).map((Key) => ({ DeleteRequest: { Key } }));
      await writeBatch(table, requests);
    }
  }
  await removePartition(table, partition);
};
