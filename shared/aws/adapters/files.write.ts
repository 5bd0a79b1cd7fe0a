import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { Environment } from '../../environment.ts';
import type { FilesWrite } from '../../ports.ts';
import { deleteObjects } from '../clients/delete-objects.ts';
import { bucketOf } from '../clients/files.ts';

export const adapter = (environment: Environment): FilesWrite => {
  const bucket = bucketOf(environment);
  return {
    put: async (path, bytes, mimeType) => {
      await bucket.client.send(
        new PutObjectCommand({
          Bucket: bucket.name,
          Key: path,
          Body: bytes,
          ContentType: mimeType,
          ChecksumAlgorithm: 'SHA256',
        }),
      );
    },
    putFile: async (path, file, mimeType) => {
      const { size } = await stat(file);
      const hash = createHash('sha256');
      await pipeline(createReadStream(file), hash);
      await bucket.client.send(
        new PutObjectCommand({
          Bucket: bucket.name,
          Key: path,
          Body: createReadStream(file),
          ContentLength: size,
          ContentType: mimeType,
          ChecksumSHA256: hash.digest('base64'),
        }),
      );
      return size;
    },
    delete: (paths) => deleteObjects(bucket, paths),
  };
};
