import type { BusyComparison } from '../domain/comparisons/comparison.ts';
import type { BusyDocument } from '../domain/documents/document.ts';

/**
 * The single table of records. `keys.ts` documents the access patterns beside the key builders. The index `gsi1` is
 * sparse: it holds only records that wait for a worker or are being processed.
 */
export const KEY = { partition: 'pk', sort: 'sk' } as const;
export const GSI1 = { name: 'gsi1', partition: 'gsi1pk', sort: 'gsi1sk' } as const;
/** The attributes of a busy record that the sweep reads; the sparse index projects no others. */
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
/** Epoch seconds. Readers filter by it, since DynamoDB takes up to two days to remove expired items. */
export const EXPIRES = 'expires_at';
/**
 * How long the changes of a register are kept. A register that was read longer ago is read again from its entries;
 * snapshots are renewed long before (`warm-register.ts`).
 */
export const CHANGES_KEPT_SECONDS = 30 * 86_400;

/** How long the changes of searched records are kept. An index that was last written longer ago is rebuilt. */
export const SEARCH_CHANGES_KEPT_SECONDS = 7 * 86_400;
/** Longer than a dead-letter queue keeps the messages that refer to them. */
export const NOTIFICATIONS_KEPT_SECONDS = 30 * 86_400;
/** How long the feed lists an event. Its project keeps the event itself. */
export const EVENTS_KEPT_SECONDS = 30 * 86_400;
/** The stream carries keys alone, from which consumers recognise changes of searched records, notifications and events. */
export const STREAM_VIEW = 'KEYS_ONLY';

/** The table as the input of `CreateTable`, without its name. The CDK stack uses the same value. */
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

/** A table whose items are read by their key alone. */
const plainDefinition = {
  BillingMode: tableDefinition.BillingMode,
  AttributeDefinitions: [
    { AttributeName: KEY.partition, AttributeType: 'S' },
    { AttributeName: KEY.sort, AttributeType: 'S' },
  ],
  KeySchema: tableDefinition.KeySchema,
} as const;

/** The table of credentials, which few functions may access: one item per external system. */
export const credentialsDefinition = plainDefinition;

/**
 * The table of what each request records about itself: rate counters and idempotency claims, which expire. It has no
 * stream, since every consumer of the records' stream would read and discard two items per request.
 */
export const requestsDefinition = plainDefinition;
