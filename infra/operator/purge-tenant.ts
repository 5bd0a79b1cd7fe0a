import { becomingDue } from '../../shared/aws/dynamodb/due-entries.ts';
import { putting, transact } from '../../shared/aws/dynamodb/transaction.ts';
import { WRITE_BATCH, writeBatch } from '../../shared/aws/dynamodb/write-batch.ts';
import { Expression } from '../../shared/table/expression.ts';
import { type Key, tombstoneKey } from '../../shared/table/keys.ts';
import { inParallel } from './in-parallel.ts';
import { removeVersions } from './remove-versions.ts';
import type { Target } from './target.ts';
import { objectsOf } from './tenant.ts';
import { type Found, partsOf, TENANT_TABLES, type TenantPart, type TenantTable } from './tenant-parts.ts';

/** The amount of a tenant's data. */
export interface Holdings {
  records: number;
  /** Rate counters and idempotency claims. */
  requests: number;
  credentials: number;
  /** Files and segments of search indexes, including noncurrent versions and delete markers. */
  objects: number;
}

/** Reports the progress of the work. */
export type PurgeReport = (message: string) => void;

/** Maximum rounds, because work in progress may write more items during each. */
const ROUNDS = 5;
/** Projects processed concurrently, and batches of each. */
const PARALLEL = 8;
/** Maximum items collected before they are removed. */
const WAITING = 1_000;

const COUNTED = { table: 'records', requests: 'requests', credentials: 'credentials' } as const;

const none = (): Holdings => ({ records: 0, requests: 0, credentials: 0, objects: 0 });

/** Removes items in batches; items that lead to others are removed after those. */
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

const sweepPart = async (target: Target, part: TenantPart, found: Holdings, isDry: boolean): Promise<void> => {
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

const sweep = async (
  target: Target,
  organizationId: string,
  isDry: boolean,
  report: PurgeReport,
): Promise<Holdings> => {
  const found = none();
  const parts = await partsOf(target, organizationId);
  // The last part leads to the others.
  const last = parts.pop() as TenantPart;
  let done = 0;
  await inParallel(parts, PARALLEL, async (part) => {
    await sweepPart(target, part, found, isDry);
    done++;
    report(`${done} of ${parts.length} projects, ${found.records} records so far`);
  });
  await sweepPart(target, last, found, isDry);
  // Records first, so that work still running for the tenant finds nothing to process.
  found.objects = await sweepObjects(target, organizationId, isDry);
  return found;
};

/** Makes the organization's id unusable, and lets the background deletion continue if this run is interrupted. */
const markDeleted = async ({ table }: Target, organizationId: string, now: Date): Promise<void> => {
  const at = now.toISOString();
  const deletion = { organization_id: organizationId, id: organizationId, at, held_until: 0 };
  const tombstone = { ...tombstoneKey(organizationId), organization_id: organizationId, deleted_at: at };
  await transact(table, {
    tombstone: putting(table, tombstone, new Expression().absent()),
    deletion: becomingDue(table, 'ORGANIZATION', deletion),
  });
};

/** Returns the amount of a tenant's data, apart from its tombstone. */
export const auditTenant = (target: Target, organizationId: string): Promise<Holdings> =>
  sweep(target, organizationId, true, () => {});

/**
 * Permanently removes all data of a tenant: records, claims, counters, credentials with their wrapped keys, and every
 * version of its files and search indexes. Only its tombstone remains: from the first step on, its users' requests are
 * rejected and its id cannot be used again. Repeats until nothing is left; running it again, even after an
 * interruption, continues with the rest. A worker still in progress may write once more afterwards: run it again.
 *
 * @returns the amount that was removed
 * @throws Error if something is still being written after `ROUNDS` rounds
 */
export const purgeTenant = async (
  target: Target,
  organizationId: string,
  report: PurgeReport = () => {},
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
