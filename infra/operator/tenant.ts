import { basename } from 'node:path';
import {
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  paginateListObjectsV2,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Bucket } from '../../shared/aws/clients/files.ts';
import type { Table } from '../../shared/aws/clients/table.ts';
import type { Item } from '../../shared/aws/dynamodb/items.ts';
import { folderOfOrganization } from '../../shared/aws/search/folders.ts';
import { encode, ORGANIZATIONS_PARTITION, tombstoneKey } from '../../shared/table/keys.ts';

/**
 * Whether an item belongs to a tenant: by its partition, by its `organization_id` or, in partitions shared by all
 * tenants, by the position of the organization in its sort key. The tombstone does not count, because it keeps the id
 * from being used again.
 */
export const isOf = (organizationId: string, { pk, sk, organization_id }: Item): boolean => {
  const name = encode(organizationId);
  const tombstone = tombstoneKey(organizationId);
  if (pk === tombstone.pk && sk === tombstone.sk) return false;
  const [first, owner] = String(pk).split('#');
  if (first === 'ORG') return owner === name;
  const [, second, third] = String(sk).split('#');
  return organization_id === organizationId || (pk === ORGANIZATIONS_PARTITION ? third : second) === name;
};

/**
 * Yields every item of a tenant, including those that no list leads to. Scans the whole table, for repairs of items
 * that cannot be found by keys; `partsOf` finds a consistent tenant by its keys.
 */
export async function* itemsOf({ client, name }: Table, organizationId: string): AsyncGenerator<Item> {
  for await (const { Items = [] } of paginateScan({ client }, { TableName: name, ConsistentRead: true })) {
    for (const item of Items) if (isOf(organizationId, item)) yield item;
  }
}

/** One version of a file, or a delete marker. */
export interface TenantObject {
  path: string;
  /** Undefined in a bucket without versioning. */
  version: string | undefined;
}

/** Returns the folders of a tenant, one below each top folder of the bucket. */
const foldersOf = async ({ client, name: Bucket }: Bucket, organizationId: string): Promise<string[]> => {
  const top: string[] = [];
  for await (const { CommonPrefixes = [] } of paginateListObjectsV2({ client }, { Bucket, Delimiter: '/' })) {
    for (const { Prefix } of CommonPrefixes) if (Prefix) top.push(Prefix);
  }
  const names = new Set([
    encodeURIComponent(organizationId),
    encode(organizationId),
    basename(folderOfOrganization(organizationId)),
  ]);
  return top.flatMap((folder) => [...names].map((each) => `${folder}${each}/`));
};

/** Yields every version and delete marker of the objects below a prefix. */
export async function* versionsBelow({ client, name: Bucket }: Bucket, Prefix: string): AsyncGenerator<TenantObject> {
  let next: Pick<ListObjectVersionsCommandOutput, 'NextKeyMarker' | 'NextVersionIdMarker'> = {};
  for (;;) {
    const page: ListObjectVersionsCommandOutput = await client.send(
      new ListObjectVersionsCommand({
        Bucket,
        Prefix,
        ...(next.NextKeyMarker !== undefined && { KeyMarker: next.NextKeyMarker }),
        ...(next.NextVersionIdMarker !== undefined && { VersionIdMarker: next.NextVersionIdMarker }),
      }),
    );
    for (const { Key, VersionId } of [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])]) {
      if (Key !== undefined) yield { path: Key, version: VersionId };
    }
    if (!page.IsTruncated) return;
    next = page;
  }
}

async function* objectsBelow({ client, name: Bucket }: Bucket, Prefix: string): AsyncGenerator<TenantObject> {
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix })) {
    for (const { Key } of Contents) if (Key !== undefined) yield { path: Key, version: undefined };
  }
}

/** Yields every object of a tenant, with noncurrent versions and delete markers if the bucket is versioned. */
export async function* objectsOf(bucket: Bucket, organizationId: string): AsyncGenerator<TenantObject> {
  for (const folder of await foldersOf(bucket, organizationId)) {
    try {
      yield* versionsBelow(bucket, folder);
    } catch (error) {
      // The embedded object store does not support versions.
      if (!(error instanceof S3ServiceException && error.name === 'NotImplemented')) throw error;
      yield* objectsBelow(bucket, folder);
    }
  }
}
