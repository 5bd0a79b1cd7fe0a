import { HeadObjectCommand, NoSuchKey, NotFound } from '@aws-sdk/client-s3';
import type { FileHead } from '../../ports.ts';
import type { Bucket } from './files.ts';

/** Whether the object store has no object at the path that was asked for. */
export const isMissing = (error: unknown): boolean => error instanceof NoSuchKey || error instanceof NotFound;

/** Size, type, digest and age of the object at a path; undefined where there is none. */
export const headOf = async ({ client, name }: Bucket, path: string): Promise<FileHead | undefined> => {
  try {
    const head = await client.send(new HeadObjectCommand({ Bucket: name, Key: path, ChecksumMode: 'ENABLED' }));
    // A multipart object's checksum ends in "-N": a checksum of checksums, not of the bytes.
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
