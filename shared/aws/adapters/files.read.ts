import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand, HeadObjectCommand, NoSuchKey, NotFound as S3NotFound } from '@aws-sdk/client-s3';
import { NotFound } from '../../domain/errors.ts';
import type { Environment } from '../../environment.ts';
import type { FilesRead } from '../../ports.ts';
import { bucketOf } from '../clients/files.ts';

const missing = (error: unknown): boolean => error instanceof NoSuchKey || error instanceof S3NotFound;

export const adapter = (environment: Environment): FilesRead => {
  const bucket = bucketOf(environment);
  const open = async (path: string, range?: string) => {
    try {
      const { Body } = await bucket.client.send(new GetObjectCommand({ Bucket: bucket.name, Key: path, Range: range }));
      if (!Body) throw new NotFound();
      return Body;
    } catch (error) {
      if (missing(error)) throw new NotFound();
      throw error;
    }
  };
  return {
    head: async (path) => {
      try {
        const head = await bucket.client.send(
          new HeadObjectCommand({ Bucket: bucket.name, Key: path, ChecksumMode: 'ENABLED' }),
        );
        // A multipart object's checksum ends in "-N": a checksum of checksums, not of the bytes.
        const whole = head.ChecksumSHA256 && !head.ChecksumSHA256.includes('-') ? head.ChecksumSHA256 : undefined;
        return {
          size: head.ContentLength ?? 0,
          mimeType: head.ContentType ?? null,
          sha256: whole ? Buffer.from(whole, 'base64').toString('hex') : null,
          lastModified: head.LastModified ?? new Date(0),
        };
      } catch (error) {
        if (missing(error)) return undefined;
        throw error;
      }
    },
    bytes: async (path) => (await open(path)).transformToByteArray(),
    range: async (path, start, end) => (await open(path, `bytes=${start}-${end}`)).transformToByteArray(),
    download: async (path, file) => {
      const hash = createHash('sha256');
      let size = 0;
      await pipeline(
        (await open(path)) as Readable,
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            size += chunk.length;
            hash.update(chunk);
            yield chunk;
          }
        },
        createWriteStream(file),
      );
      return { size, sha256: hash.digest('hex') };
    },
  };
};
