import type { Key } from './keys.ts';
import { encode } from './keys.ts';

/**
 * One item per user and hour holds the user's counters: hour windows never share an item, and each one expires by
 * itself. Read and written by `limits.write` alone, with one update.
 */
export const limitsKey = (organizationId: string, identity: string, hour: string): Key => ({
  pk: `ORG#${encode(organizationId)}#LIMITS#${encode(identity)}`,
  sk: `HOUR#${hour}`,
});

/** The idempotency keys of one user. */
export const idempotencyPartition = (organizationId: string, identity: string): string =>
  `ORG#${encode(organizationId)}#IDEMPOTENCY#${encode(identity)}`;
/** One item per idempotency key; written by `idempotency.write` alone. `key` is the caller's text. */
export const idempotencyKey = (organizationId: string, identity: string, operationId: string, key: string): Key => ({
  pk: idempotencyPartition(organizationId, identity),
  sk: `${encode(operationId)}#${encode(key)}`,
});
