import type { Key } from './keys.ts';
import { encode } from './keys.ts';

/** What an item of the table of requests is, as its partition key says it. */
export type RequestKind = 'LIMITS' | 'IDEMPOTENCY';

const partition = (organizationId: string, kind: RequestKind, identity: string): string =>
  `ORG#${encode(organizationId)}#${kind}#${encode(identity)}`;

/** The partitions of one kind, as IAM's `StringLike` writes it: encoded components contain no `#`. */
export const requestPartitions = (kind: RequestKind): string => `ORG#*#${kind}#*`;

/**
 * One item per user and hour holds the user's counters: hour windows never share an item, and each one expires by
 * itself. Read and written by `limits.write` alone, with one update.
 */
export const limitsKey = (organizationId: string, identity: string, hour: string): Key => ({
  pk: partition(organizationId, 'LIMITS', identity),
  sk: `HOUR#${hour}`,
});

/** The idempotency keys of one user. */
export const idempotencyPartition = (organizationId: string, identity: string): string =>
  partition(organizationId, 'IDEMPOTENCY', identity);
/** One item per idempotency key; written by `idempotency.write` alone. `key` is the caller's text. */
export const idempotencyKey = (organizationId: string, identity: string, operationId: string, key: string): Key => ({
  pk: idempotencyPartition(organizationId, identity),
  sk: `${encode(operationId)}#${encode(key)}`,
});
