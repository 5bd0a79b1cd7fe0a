import * as z from 'zod';
import { adapter as eventsVerify } from '../../shared/aws/adapters/events.verify.ts';
import type { Item } from '../../shared/aws/dynamodb/items.ts';
import { environment } from '../../shared/environment.ts';
import {
  chainKey,
  chainOfEvents,
  type EventChain,
  FEED_PREFIX,
  feedPartition,
  type Key,
} from '../../shared/table/keys.ts';
import type { Finding } from './finding.ts';
import { inParallel } from './in-parallel.ts';

/** Sequences verified at the same time. */
const PARALLEL = 4;

const InSequence = z.object({ project_id: z.string().nullable(), sequence: z.int() });

const organizationOf = (pk: string): string => decodeURIComponent(pk.split('#')[1] ?? '');

const isPointer = ({ pk, sk }: Key): boolean =>
  pk === feedPartition(organizationOf(pk)) ? sk.startsWith(FEED_PREFIX) : /^ORG#[^#]+#HISTORY#/.test(pk);

const finding = ({ organization_id, project_id }: EventChain, problem: string): Finding => ({
  check: 'events',
  organization: organization_id,
  subject: project_id === null ? `organization ${organization_id}` : `project ${project_id}`,
  problem,
});

/**
 * Verifies the sequences of all projects and organizations: their hashes, their heads and the sealed heads, and that
 * they contain every event to which the feed or a history refers. The latter finds a sequence that was cut off together
 * with its head.
 *
 * @param items the items of the table
 */
export const eventFindings = async (items: ReadonlyMap<string, Item & Key>): Promise<Finding[]> => {
  const found: Finding[] = [];
  const chains = new Map<string, EventChain>();
  const stored = new Set<string>();
  const referred = new Map<string, { chain: EventChain; sequence: number }>();
  const nameOf = ({ pk, sk }: Key) => `${pk}\n${sk}`;
  for (const item of items.values()) {
    const { pk } = item;
    const organization_id = organizationOf(pk);
    if (/^ORG#[^#]+(#PROJECT#[^#]+)?#EVENTS$/.test(pk)) {
      const project = pk.split('#')[3];
      chains.set(pk, { organization_id, project_id: project === undefined ? null : decodeURIComponent(project) });
      stored.add(nameOf(item));
    } else if (isPointer(item)) {
      const { project_id, sequence } = InSequence.parse(item);
      const chain = { organization_id, project_id };
      chains.set(chainOfEvents(chain), chain);
      referred.set(nameOf(chainKey(chain, sequence)), { chain, sequence });
    }
  }
  for (const [name, { chain, sequence }] of referred) {
    if (!stored.has(name)) found.push(finding(chain, `Event ${sequence} of the feed or a history is missing`));
  }
  const { verify } = eventsVerify(environment());
  await inParallel(chains.values(), PARALLEL, async (chain) => {
    const { problems } = await verify(chain.organization_id, chain.project_id);
    found.push(...problems.map((problem) => finding(chain, problem)));
  });
  return found;
};
