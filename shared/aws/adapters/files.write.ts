import { DeleteObjectsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { Environment } from '../../environment.ts';
import type { FilesWrite } from '../../ports.ts';
import { bucketOf } from '../clients/files.ts';

/** The most that one request deletes. */
const DELETE_BATCH = 1000;

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
    delete: async (paths) => {
      for (let start = 0; start < paths.length; start += DELETE_BATCH) {
        const Objects = paths.slice(start, start + DELETE_BATCH).map((Key) => ({ Key }));
        const command = new DeleteObjectsCommand({ Bucket: bucket.name, Delete: { Objects, Quiet: true } });
        const { Errors } = await bucket.client.send(command);
        if (Errors?.length) throw new Error(`${Errors.length} objects were not deleted: ${Errors[0]?.Code}`);
      }
    },
  };
};
