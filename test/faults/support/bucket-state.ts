import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  ListMultipartUploadsCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { watched } from '../../../shared/aws/clients/watched.ts';
import { environment, required } from '../../../shared/environment.ts';
import type { SdkAttempt } from '../../support/sdk-calls.ts';

/** A stored object, or the multipart uploads in progress at its key. */
export interface Stored {
  bytes?: Uint8Array;
  type?: string | undefined;
  encoding?: string | undefined;
  /** `key=value&…` */
  tags?: string;
  /** Identifiers of uploads in progress. */
  uploads?: string[];
}
/** By key; multipart uploads by the key followed by `IN_PARTS`. */
export type Objects = ReadonlyMap<string, Stored>;

const IN_PARTS = ' (in parts)';

/** Objects derived from the table, which may be rebuilt at any time with another packing. */
const DERIVED_FROM_TABLE = /^(search|registers)\//;

/** The content of an object, as text if it is text. */
export const contentOf = (key: string, { bytes, uploads, ...described }: Stored): object => {
  if (bytes === undefined) return { uploads: uploads?.length ?? 0 };
  if (DERIVED_FROM_TABLE.test(key)) return { ...described, content: '<derived>' };
  const plain = described.encoding === 'gzip' ? gunzipSync(bytes) : bytes;
  try {
    return { ...described, content: new TextDecoder('utf-8', { fatal: true }).decode(plain) };
  } catch {
    return { ...described, content: `${plain.length} bytes, ${createHash('sha256').update(plain).digest('hex')}` };
  }
};

const decoded = (xml: string): string =>
  xml.replace(
    /&(amp|lt|gt|quot|apos);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
  );

/** Reads the bucket of the service in this process, and restores objects. */
export const openBucket = () => {
  const client = watched(
    new S3Client({
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
    'S3',
  );
  const Bucket = required(environment(), 'FILES_BUCKET');
  /** Objects by key and ETag: unchanged objects are read once. */
  const read = new Map<string, Stored>();

  const object = async (Key: string, etag?: string): Promise<Stored | undefined> => {
    const known = etag === undefined ? undefined : read.get(`${Key}\n${etag}`);
    const tags = async () => {
      // Only uploads have tags.
      if (!Key.startsWith('uploads/')) return '';
      const { TagSet = [] } = await client.send(new GetObjectTaggingCommand({ Bucket, Key }));
      return TagSet.map((tag) => `${tag.Key}=${tag.Value}`).join('&');
    };
    if (known) return { ...known, tags: await tags() };
    try {
      const { Body, ContentType, ContentEncoding, ETag } = await client.send(new GetObjectCommand({ Bucket, Key }));
      const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
      const found = { bytes, type: ContentType, encoding: ContentEncoding };
      read.set(`${Key}\n${ETag}`, found);
      return { ...found, tags: await tags() };
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  };
  const running = async (Prefix: string): Promise<Map<string, Stored>> => {
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix }));
    const found = new Map<string, Stored>();
    for (const { Key = '', UploadId = '' } of Uploads) {
      const { uploads = [] } = found.get(Key + IN_PARTS) ?? {};
      found.set(Key + IN_PARTS, { uploads: [...uploads, UploadId] });
    }
    return found;
  };

  /** Aborts the multipart uploads of a key that were not in progress before. */
  const endUploads = async (Key: string, stands: Stored | undefined, stood: Stored | undefined): Promise<void> => {
    const before = new Set(stood?.uploads);
    for (const UploadId of stands?.uploads ?? []) {
      if (!before.has(UploadId)) await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    }
  };
  const restoreObject = async (Key: string, stands: Stored | undefined, stood: Stored | undefined): Promise<void> => {
    if (!stood) {
      if (stands) await client.send(new DeleteObjectCommand({ Bucket, Key }));
      return;
    }
    if (stands && stands.bytes === stood.bytes && stands.tags === stood.tags) return;
    const { bytes: Body, type: ContentType, encoding: ContentEncoding, tags } = stood;
    const Tagging = tags === '' ? undefined : tags;
    await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType, ContentEncoding, Tagging }));
  };

  return {
    /** Everything in the bucket. */
    all: async (): Promise<Objects> => {
      const found = await running('');
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket })) {
        for (const { Key = '', ETag = '' } of Contents) {
          const stored = await object(Key, ETag);
          if (stored) found.set(Key, stored);
        }
      }
      return found;
    },

    /** The keys that calls may change, and multipart uploads. */
    touched: (calls: Iterable<SdkAttempt>): string[] => {
      const keys = new Set<string>();
      for (const { service, operation, path, body } of calls) {
        if (service !== 'S3' || /^(GET|HEAD)/.test(operation)) continue;
        const [, key = ''] = path.split(`/${Bucket}/`);
        if (key !== '') keys.add(decodeURIComponent(key));
        if (/ (uploads|uploadId)$/.test(operation)) keys.add(decodeURIComponent(key) + IN_PARTS);
        if (operation === 'POST delete')
          for (const [, named = ''] of body.matchAll(/<Key>([^<]*)<\/Key>/g)) keys.add(decoded(named));
      }
      return [...keys];
    },

    read: async (keys: readonly string[]): Promise<Objects> => {
      const found = new Map<string, Stored>();
      for (const key of keys) {
        const stored = key.endsWith(IN_PARTS)
          ? (await running(key.slice(0, -IN_PARTS.length))).get(key)
          : await object(key);
        if (stored) found.set(key, stored);
      }
      return found;
    },

    /** Restores the keys; a multipart upload that has ended cannot be restored. */
    restore: async (keys: readonly string[], now: Objects, before: Objects): Promise<void> => {
      for (const key of keys) {
        const [stands, stood] = [now.get(key), before.get(key)];
        if (key.endsWith(IN_PARTS)) await endUploads(key.slice(0, -IN_PARTS.length), stands, stood);
        else await restoreObject(key, stands, stood);
      }
    },

    end: () => client.destroy(),
  };
};
