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
 * Whether an item is a tenant's: by its partition, by its own word, or, in the partitions of all tenants, by the place
 * that each has for the organization in its sort key. The mark of a deleted organization is not: its id stays used up.
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
 * Every item of a tenant, those that no list leads to as well. Reads the whole table, for repairs of what the keys no
 * longer find; `partsOf` finds a sound tenant by its keys.
 */
export async function* itemsOf({ client, name }: Table, organizationId: string): AsyncGenerator<Item> {
  for await (const { Items = [] } of paginateScan({ client }, { TableName: name, ConsistentRead: true })) {
    for (const item of Items) if (isOf(organizationId, item)) yield item;
  }
}

/** One version of a file, or the mark that it was removed. */
export interface StoredObject {
  path: string;
  /** Undefined in a bucket that keeps no versions. */
  version: string | undefined;
}

/** The folders of a tenant, one below each top folder of the bucket. */
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

/** Every version, and mark of removal, of the objects below a prefix. */
export async function* versionsBelow({ client, name: Bucket }: Bucket, Prefix: string): AsyncGenerator<StoredObject> {
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

async function* objectsBelow({ client, name: Bucket }: Bucket, Prefix: string): AsyncGenerator<StoredObject> {
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix })) {
    for (const { Key } of Contents) if (Key !== undefined) yield { path: Key, version: undefined };
  }
}

/** Every object of a tenant, with former versions and marks of removal where the bucket keeps them. */
export async function* objectsOf(bucket: Bucket, organizationId: string): AsyncGenerator<StoredObject> {
  for (const folder of await foldersOf(bucket, organizationId)) {
    try {
      yield* versionsBelow(bucket, folder);
    } catch (error) {
      // The store of one machine keeps no versions.
      if (!(error instanceof S3ServiceException && error.name === 'NotImplemented')) throw error;
      yield* objectsBelow(bucket, folder);
    }
  }
}
