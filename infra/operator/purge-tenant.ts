import type { Table } from '../../shared/aws/clients/table.ts';
import { deleteItem } from '../../shared/aws/dynamodb/items.ts';
import { Expression } from '../../shared/table/expression.ts';
import { removeVersions } from './remove-versions.ts';
import type { Target } from './target.ts';
import { itemsOf, objectsOf } from './tenant.ts';

/** What a tenant has. */
export interface Holdings {
  records: number;
  /** Rate counters and idempotency claims. */
  requests: number;
  credentials: number;
  /** Files and parts of search indexes, with former versions and marks of removal. */
  objects: number;
}

/** Runs that may find something afresh, since work that was under way goes on writing. */
const ROUNDS = 5;

const remove = async (table: Table, organizationId: string, isDry: boolean): Promise<number> => {
  let count = 0;
  for await (const { pk, sk } of itemsOf(table, organizationId)) {
    count++;
    if (!isDry) await deleteItem(table, { pk: String(pk), sk: String(sk) }, new Expression());
  }
  return count;
};

const removeObjects = async ({ bucket }: Target, organizationId: string, isDry: boolean): Promise<number> => {
  const objects = objectsOf(bucket, organizationId);
  if (!isDry) return removeVersions(bucket, objects);
  let count = 0;
  for await (const _object of objects) count++;
  return count;
};

const sweep = async (target: Target, organizationId: string, isDry: boolean): Promise<Holdings> => ({
  // Records first: what still runs for the tenant finds nothing to work on.
  records: await remove(target.table, organizationId, isDry),
  requests: await remove(target.requests, organizationId, isDry),
  credentials: await remove(target.credentials, organizationId, isDry),
  objects: await removeObjects(target, organizationId, isDry),
});

/** What a tenant has, by a look at everything. */
export const auditTenant = (target: Target, organizationId: string): Promise<Holdings> =>
  sweep(target, organizationId, true);

/**
 * Removes all that a tenant has, for good: records, claims, counters, credentials with their wrapped keys, every version
 * of its files and search indexes. Looks again until nothing is left; running it twice changes nothing. A worker
 * that is still under way may write once more afterwards: run it again. Answers what was removed.
 *
 * @throws Error when something is still being written after `ROUNDS` runs
 */
export const purgeTenant = async (target: Target, organizationId: string): Promise<Holdings> => {
  const removed: Holdings = { records: 0, requests: 0, credentials: 0, objects: 0 };
  for (let round = 1; round <= ROUNDS; round++) {
    const found = await sweep(target, organizationId, false);
    for (const kind of Object.keys(removed) as (keyof Holdings)[]) removed[kind] += found[kind];
    if (Object.values(found).every((count) => count === 0)) return removed;
  }
  throw new Error(`Something still writes for ${organizationId}: take its users' access away, and run this again`);
};
