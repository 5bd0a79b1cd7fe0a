import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { Environment } from '../../environment.ts';
import type { FilesWrite } from '../../ports.ts';
import { bucketOf } from '../clients/files.ts';
import { deleteObjects } from '../files/delete-objects.ts';

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
    delete: (paths) => deleteObjects(bucket, paths),
  };
};
