import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type ChainedEvent, canonicalJson, type Event } from '../../domain/events/event.ts';

/** The newest event of a sequence. */
export const ChainHead = z.object({
  sequence: z.int(),
  hash: z.string(),
  /** The day of the newest event, `2026-11-22`. */
  day: z.string(),
});
export type ChainHead = z.infer<typeof ChainHead>;

/** A head as it is sealed: what no other sequence and no other day can use. */
export const SealedHead = ChainHead.extend({ organization_id: z.string(), project_id: z.string().nullable() });
export type SealedHead = z.infer<typeof SealedHead>;

/** Distinguishes sealed heads from other data sealed with the same key. */
export const HEAD_CONTEXT = { purpose: 'event-heads' };

/** Returns the hash of an event in its sequence. Attributes of the item besides the event do not count. */
export const hashOf = (event: Omit<ChainedEvent, 'hash'>): string => {
  const { id, time, type, actor, organization_id, project_id, entity, version, changed, values } = event;
  const { sequence, previous_hash } = event;
  const content = { id, time, type, actor, organization_id, project_id, entity, version, changed, values };
  return createHash('sha256')
    .update(canonicalJson({ ...content, sequence, previous_hash }))
    .digest('hex');
};

/** Returns the event as the next one of a sequence with that head. */
export const chained = (event: Event, head: ChainHead | undefined): ChainedEvent => {
  const next = { ...event, sequence: (head?.sequence ?? 0) + 1, previous_hash: head?.hash ?? '' };
  return { ...next, hash: hashOf(next) };
};
