import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { NotFound } from '../../domain/errors.ts';
import type { Environment } from '../../environment.ts';
import type { FilesRead } from '../../ports.ts';
import { fileHead, isMissing } from '../clients/file-head.ts';
import { bucketOf } from '../clients/files.ts';

export const adapter = (environment: Environment): FilesRead => {
  const bucket = bucketOf(environment);
  const open = async (path: string, range?: string) => {
    try {
      const { Body } = await bucket.client.send(new GetObjectCommand({ Bucket: bucket.name, Key: path, Range: range }));
      if (!Body) throw new NotFound();
      return Body;
    } catch (error) {
      if (isMissing(error)) throw new NotFound();
      throw error;
    }
  };
  return {
    head: (path) => fileHead(bucket, path),
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
