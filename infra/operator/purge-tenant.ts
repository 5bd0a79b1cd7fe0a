import { becomingDue } from '../../shared/aws/dynamodb/due.ts';
import { putting, transact } from '../../shared/aws/dynamodb/transaction.ts';
import { WRITE_BATCH, writeBatch } from '../../shared/aws/dynamodb/write-batch.ts';
import { Expression } from '../../shared/table/expression.ts';
import { type Key, tombstoneKey } from '../../shared/table/keys.ts';
import { inParallel } from './in-parallel.ts';
import { removeVersions } from './remove-versions.ts';
import type { Target } from './target.ts';
import { objectsOf } from './tenant.ts';
import { type Found, type Part, partsOf, TENANT_TABLES, type TenantTable } from './tenant-parts.ts';

/** What a tenant has. */
export interface Holdings {
  records: number;
  /** Rate counters and idempotency claims. */
  requests: number;
  credentials: number;
  /** Files and parts of search indexes, with former versions and marks of removal. */
  objects: number;
}

/** Says how far the work has come. */
export type Report = (message: string) => void;

/** Runs that may find something afresh, since work that was under way goes on writing. */
const ROUNDS = 5;
/** Projects that are worked on at the same time, and batches of one of them. */
const PARALLEL = 8;
/** Items that wait for what they lead to. */
const WAITING = 1_000;

const COUNTED = { table: 'records', requests: 'requests', credentials: 'credentials' } as const;

const none = (): Holdings => ({ records: 0, requests: 0, credentials: 0, objects: 0 });

/** Removes items in batches, those that lead to others once these are removed. */
const removeAll = async (target: Target, waiting: readonly Found[]): Promise<void> => {
  for (const depth of [...new Set(waiting.map((found) => found.depth))].sort((a, b) => b - a)) {
    const batches: { of: TenantTable; keys: Key[] }[] = [];
    for (const of of TENANT_TABLES) {
      const found = waiting.filter((each) => each.of === of && each.depth === depth);
      const keys = [...new Map(found.map(({ item: { pk, sk } }) => [`${pk}\n${sk}`, { pk, sk }])).values()];
      for (let start = 0; start < keys.length; start += WRITE_BATCH) {
        batches.push({ of, keys: keys.slice(start, start + WRITE_BATCH) });
      }
    }
    await inParallel(batches, PARALLEL, async ({ of, keys }) =>
      writeBatch(
        target[of],
        keys.map((key) => ({ DeleteRequest: { Key: { ...key } } })),
      ),
    );
  }
};

const sweepPart = async (target: Target, part: Part, found: Holdings, isDry: boolean): Promise<void> => {
  let waiting: Found[] = [];
  for await (const each of part.items()) {
    found[COUNTED[each.of]]++;
    if (isDry) continue;
    waiting.push(each);
    if (waiting.length < WAITING) continue;
    await removeAll(target, waiting);
    waiting = [];
  }
  await removeAll(target, waiting);
};

const sweepObjects = async ({ bucket }: Target, organizationId: string, isDry: boolean): Promise<number> => {
  const objects = objectsOf(bucket, organizationId);
  if (!isDry) return removeVersions(bucket, objects);
  let count = 0;
  for await (const _object of objects) count++;
  return count;
};

const sweep = async (target: Target, organizationId: string, isDry: boolean, report: Report): Promise<Holdings> => {
  const found = none();
  const parts = await partsOf(target, organizationId);
  // The last one leads to the others.
  const last = parts.pop() as Part;
  let done = 0;
  await inParallel(parts, PARALLEL, async (part) => {
    await sweepPart(target, part, found, isDry);
    done++;
    report(`${done} of ${parts.length} projects, ${found.records} records so far`);
  });
  await sweepPart(target, last, found, isDry);
  // Records first: what still runs for the tenant finds nothing to work on.
  found.objects = await sweepObjects(target, organizationId, isDry);
  return found;
};

/** Takes the organization's id out of use, and has the background deletion go on where this run is interrupted. */
const markDeleted = async ({ table }: Target, organizationId: string, now: Date): Promise<void> => {
  const at = now.toISOString();
  const deletion = { organization_id: organizationId, id: organizationId, at, held_until: 0 };
  const tombstone = { ...tombstoneKey(organizationId), organization_id: organizationId, deleted_at: at };
  await transact(table, {
    tombstone: putting(table, tombstone, new Expression().absent()),
    deletion: becomingDue(table, 'ORGANIZATION', deletion),
  });
};

/** What a tenant has, apart from the mark of its deletion. */
export const auditTenant = (target: Target, organizationId: string): Promise<Holdings> =>
  sweep(target, organizationId, true, () => {});

/**
 * Removes all that a tenant has, for good: records, claims, counters, credentials with their wrapped keys, every version
 * of its files and search indexes. The mark of its deletion alone stays: from the first step on its users' requests are
 * refused, and its id is never used again. Looks again until nothing is left; running it again, after an interruption
 * too, goes on with what is left. A worker that is still under way may write once more afterwards: run it again.
 * Answers what was removed.
 *
 * @throws Error when something is still being written after `ROUNDS` runs
 */
export const purgeTenant = async (
  target: Target,
  organizationId: string,
  report: Report = () => {},
): Promise<Holdings> => {
  await markDeleted(target, organizationId, new Date());
  const removed = none();
  for (let round = 1; round <= ROUNDS; round++) {
    const found = await sweep(target, organizationId, false, report);
    for (const kind of Object.keys(removed) as (keyof Holdings)[]) removed[kind] += found[kind];
    if (Object.values(found).every((count) => count === 0)) return removed;
  }
  throw new Error(`Something still writes for ${organizationId}: run this again in a few minutes`);
};
