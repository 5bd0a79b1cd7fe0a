import { HeadObjectCommand, NoSuchKey, NotFound } from '@aws-sdk/client-s3';
import type { FileHead } from '../../ports.ts';
import type { Bucket } from './files.ts';

/** Returns whether the error means that the object does not exist. */
export const isMissing = (error: unknown): boolean => error instanceof NoSuchKey || error instanceof NotFound;

/** Returns size, type, SHA-256 and modification time of an object; undefined if it does not exist. */
export const fileHead = async ({ client, name }: Bucket, path: string): Promise<FileHead | undefined> => {
  try {
    const head = await client.send(new HeadObjectCommand({ Bucket: name, Key: path, ChecksumMode: 'ENABLED' }));
    // The checksum of a multipart object ends in "-N": it is a checksum of the parts' checksums, not of the bytes.
    const whole = head.ChecksumSHA256 && !head.ChecksumSHA256.includes('-') ? head.ChecksumSHA256 : undefined;
    return {
      size: head.ContentLength ?? 0,
      mimeType: head.ContentType ?? null,
      sha256: whole ? Buffer.from(whole, 'base64').toString('hex') : null,
      lastModified: head.LastModified ?? new Date(0),
    };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};
