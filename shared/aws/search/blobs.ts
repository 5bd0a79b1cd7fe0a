import { GetObjectCommand, PutObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import type { Bucket } from '../clients/files.ts';

/** The objects of the bucket, as indexes and document pieces use them. */
export interface Blobs {
  /** Returns the bytes from `from` to before `to`, or all. @throws NoSuchKey if the object does not exist */
  read(key: string, from?: number, to?: number): Promise<Uint8Array>;
  write(key: string, bytes: Uint8Array): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
  /** Returns the keys with that prefix, and the times of their last write (epoch milliseconds). */
  list(prefix: string): Promise<{ key: string; writtenAt: number }[]>;
}

export const readingFrom =
  ({ client, name: Bucket }: Bucket): Blobs['read'] =>
  async (Key, from, to) => {
    const Range = from === undefined || to === undefined ? undefined : `bytes=${from}-${to - 1}`;
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, Range }));
    if (!Body) throw new Error(`${Key} has no content`);
    return Body.transformToByteArray();
  };

export const writingTo =
  ({ client, name: Bucket }: Bucket): Blobs['write'] =>
  async (Key, Body) => {
    const ContentType = 'application/octet-stream';
    await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType, ChecksumAlgorithm: 'SHA256' }));
  };

export const listingOf =
  ({ client, name: Bucket }: Bucket): Blobs['list'] =>
  async (Prefix) => {
    const found: { key: string; writtenAt: number }[] = [];
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix })) {
      for (const { Key, LastModified } of Contents) {
        if (Key !== undefined) found.push({ key: Key, writtenAt: LastModified?.getTime() ?? 0 });
      }
    }
    return found;
  };
