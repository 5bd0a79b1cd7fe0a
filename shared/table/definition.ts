import type { BusyComparison } from '../domain/comparisons/comparison.ts';
import type { BusyDocument } from '../domain/documents/document.ts';

/**
 * The one table of records. `docs` of the access patterns stand beside the key builders in `keys.ts`.
 * `busy` is sparse: only documents that a worker has or awaits stand in it.
 */
export const KEY = { partition: 'pk', sort: 'sk' } as const;
export const GSI1 = { name: 'gsi1', partition: 'gsi1pk', sort: 'gsi1sk' } as const;
/** What the sweep reads of a record that a worker has or awaits: the sparse index holds no more. */
export const BUSY_FIELDS = [
  'attempts',
  'document_id',
  'id',
  'lease',
  'organization_id',
  'processing_status',
  'project_id',
  'queued_at',
] as const satisfies readonly (keyof BusyDocument | keyof BusyComparison)[];
/** Epoch seconds; readers filter on it, since expiry by the table takes up to two days. */
export const EXPIRES = 'expires_at';
/**
 * How long the changes of a register are kept. A register that was read longer ago cannot be caught up and is read
 * anew from its entries; snapshots are renewed long before (`warm-register.ts`).
 */
export const CHANGES_KEPT_SECONDS = 30 * 86_400;

/** How long the changes of searched records are kept: an index that was last written longer ago is built anew. */
export const SEARCH_CHANGES_KEPT_SECONDS = 7 * 86_400;
/** Longer than a dead-letter queue keeps the messages that name them. */
export const NOTIFICATIONS_KEPT_SECONDS = 30 * 86_400;
/** What the stream of the table tells: the keys alone, by which the changes of searched records and notifications are known. */
export const STREAM_VIEW = 'KEYS_ONLY';

/** The table as `CreateTable` takes it, without its name; the CDK stack builds the same from this value. */
export const tableDefinition = {
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [
    { AttributeName: KEY.partition, AttributeType: 'S' },
    { AttributeName: KEY.sort, AttributeType: 'S' },
    { AttributeName: GSI1.partition, AttributeType: 'S' },
    { AttributeName: GSI1.sort, AttributeType: 'S' },
  ],
  KeySchema: [
    { AttributeName: KEY.partition, KeyType: 'HASH' },
    { AttributeName: KEY.sort, KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: GSI1.name,
      KeySchema: [
        { AttributeName: GSI1.partition, KeyType: 'HASH' },
        { AttributeName: GSI1.sort, KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: BUSY_FIELDS },
    },
  ],
} as const;

/** A table whose items are found by their key alone. */
const plainDefinition = {
  BillingMode: tableDefinition.BillingMode,
  AttributeDefinitions: [
    { AttributeName: KEY.partition, AttributeType: 'S' },
    { AttributeName: KEY.sort, AttributeType: 'S' },
  ],
  KeySchema: tableDefinition.KeySchema,
} as const;

/** The table of credentials, to which few functions have rights: one item per external system. */
export const credentialsDefinition = plainDefinition;

/**
 * The table of what each request writes about itself: rate counters and idempotency claims, which expire. It has no
 * stream: two items a request would be read, and discarded, by every consumer of the records' stream.
 */
export const requestsDefinition = plainDefinition;
