import * as z from 'zod';
import { ChainedEvent } from '../../domain/events/event.ts';
import type { ChainReport } from '../../ports.ts';
import { CHAIN_PREFIX, chainHeadKey, chainOfEvents, type EventChain, SIGNED_HEAD_PREFIX } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import { eachItem, getItem, queryItems } from '../dynamodb/items.ts';
import { ChainHead, hashOf, type SealedHead } from './hash-chain.ts';

const MAXIMUM_PROBLEMS = 20;

const Signed = z.object({ sk: z.string(), sealed: z.string() });
const Stored = z.looseObject({ sk: z.string() });

/** Returns what a sealed head says; undefined unless this service has sealed it. */
type OpenHead = (sealed: string) => Promise<SealedHead | undefined>;

/** What a head says about the event with its sequence number. */
interface Claim {
  by: string;
  sequence: number;
  hash: string;
}

const gap = (from: number, to: number): string =>
  from === to ? `Event ${from} is missing` : `Events ${from} to ${to} are missing`;

/** Reads the heads of a sequence. Heads that this service has not sealed for it are problems. */
const readClaims = async (table: Table, chain: EventChain, open: OpenHead) => {
  const partition = chainOfEvents(chain);
  const head = await getItem(table, ChainHead, chainHeadKey(chain));
  const signed = await queryItems(table, Signed, { partition, prefix: SIGNED_HEAD_PREFIX });
  const claims: Claim[] = head ? [{ by: 'the head', sequence: head.sequence, hash: head.hash }] : [];
  const problems = new Set<string>();
  for (const { sk, sealed } of signed) {
    const day = sk.slice(SIGNED_HEAD_PREFIX.length);
    const said = await open(sealed);
    const isOwn = said?.organization_id === chain.organization_id && said.project_id === chain.project_id;
    if (isOwn && said.day === day) claims.push({ by: `the signed head of ${day}`, ...said });
    else problems.add(`The signed head of ${day} is not genuine`);
  }
  return { head, signed: new Set(signed.map(({ sk }) => sk.slice(SIGNED_HEAD_PREFIX.length))), claims, problems };
};

/**
 * Verifies a sequence of events against its hashes, its head and the heads that were sealed daily. Events appended
 * in the meantime are verified too.
 */
export const verifyChain = async (table: Table, chain: EventChain, open: OpenHead): Promise<ChainReport> => {
  const partition = chainOfEvents(chain);
  // Read before the events: events are appended, so the sequence contains at least these heads.
  const { head, signed, claims, problems } = await readClaims(table, chain, open);
  const claimed = Map.groupBy(claims, ({ sequence }) => sequence);
  let last: Pick<ChainedEvent, 'sequence' | 'hash' | 'time'> = { sequence: 0, hash: '', time: '' };
  for await (const stored of eachItem(table, Stored, { partition, prefix: CHAIN_PREFIX })) {
    const at = Number(stored.sk.slice(CHAIN_PREFIX.length));
    const { data: event } = ChainedEvent.safeParse(stored);
    if (!event) {
      problems.add(`Event ${at} cannot be read`);
      continue;
    }
    const { hash } = event;
    const [former, day] = [last.time.slice(0, 10), event.time.slice(0, 10)];
    if (former !== '' && former < day && !signed.has(former)) problems.add(`The signed head of ${former} is missing`);
    if (at !== last.sequence + 1) problems.add(gap(last.sequence + 1, at - 1));
    else if (event.previous_hash !== last.hash) problems.add(`Event ${at} does not follow the one before`);
    if (event.sequence !== at || hashOf(event) !== hash) problems.add(`Event ${at} has been modified`);
    for (const claim of claimed.get(at) ?? []) {
      if (claim.hash !== hash) problems.add(`Event ${at} is not the one of ${claim.by}`);
    }
    claimed.delete(at);
    last = { ...event, sequence: at };
  }
  for (const [{ sequence, by }] of claimed.values() as Iterable<[Claim]>) {
    problems.add(`Event ${sequence} of ${by} is missing`);
  }
  if (!head && last.sequence > 0) problems.add('The head is missing');
  return {
    is_intact: problems.size === 0,
    events: last.sequence,
    signed_heads: signed.size,
    head: head?.hash ?? null,
    problems: [...problems].slice(0, MAXIMUM_PROBLEMS),
  };
};
