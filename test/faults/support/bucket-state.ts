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
import { environment, required } from '../../../shared/environment.ts';
import type { SdkAttempt } from '../../support/sdk-calls.ts';

/** An object as it stands, or the uploads in parts that run at its key. */
export interface Stored {
  bytes?: Uint8Array;
  type?: string | undefined;
  encoding?: string | undefined;
  /** `key=value&…` */
  tags?: string;
  /** Identifiers of running uploads. */
  uploads?: string[];
}
/** By key; uploads in parts by the key followed by `IN_PARTS`. */
export type Objects = ReadonlyMap<string, Stored>;

const IN_PARTS = ' (in parts)';

/** What is made of the table alone, and anew at any time, packed in an order of its own. */
const DERIVED_FROM_TABLE = /^(search|registers)\//;

/** What an object says, as text where it is one. */
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

/** Reads the bucket of the service in this process, and puts objects back to how they stood. */
export const openBucket = () => {
  const client = new S3Client({
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const Bucket = required(environment(), 'FILES_BUCKET');
  /** Objects by key and ETag: what stands for long is read once. */
  const read = new Map<string, Stored>();

  const object = async (Key: string, etag?: string): Promise<Stored | undefined> => {
    const known = etag === undefined ? undefined : read.get(`${Key}\n${etag}`);
    const tags = async () => {
      // Nothing but uploads has any.
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

  /** Ends the uploads in parts of a key that were not running before. */
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
    /** Everything that is in the bucket. */
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

    /** The keys that calls may change, and uploads in parts. */
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

    /** Puts the keys back to how they stood; an upload in parts that has ended cannot be. */
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
