import type { Key } from './keys.ts';
import { encode } from './keys.ts';

/** The kind of an item in the table of requests, part of its partition key. */
export type RequestKind = 'LIMITS' | 'IDEMPOTENCY';

const partition = (organizationId: string, kind: RequestKind, identity: string): string =>
  `ORG#${encode(organizationId)}#${kind}#${encode(identity)}`;

/** Returns the partitions of one kind as an IAM `StringLike` pattern: encoded components contain no `#`. */
export const requestPartitions = (kind: RequestKind): string => `ORG#*#${kind}#*`;

/**
 * The counters of one user and hour: hours never share an item, and each item expires. Only `limits.write` reads and
 * writes them, with one update.
 */
export const limitsKey = (organizationId: string, identity: string, hour: string): Key => ({
  pk: partition(organizationId, 'LIMITS', identity),
  sk: `HOUR#${hour}`,
});

/** The idempotency keys of one user. */
export const idempotencyPartition = (organizationId: string, identity: string): string =>
  partition(organizationId, 'IDEMPOTENCY', identity);
/** One item per idempotency key; only `idempotency.write` writes it. `key` is supplied by the caller. */
export const idempotencyKey = (organizationId: string, identity: string, operationId: string, key: string): Key => ({
  pk: idempotencyPartition(organizationId, identity),
  sk: `${encode(operationId)}#${encode(key)}`,
});
