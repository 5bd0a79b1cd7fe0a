import { DeleteObjectTaggingCommand } from '@aws-sdk/client-s3';
import type { Environment } from '../../environment.ts';
import type { FilesKeep } from '../../ports.ts';
import { bucketOf } from '../clients/files.ts';

export const adapter = (environment: Environment): FilesKeep => {
  const bucket = bucketOf(environment);
  return {
    keep: async (path) => {
      await bucket.client.send(new DeleteObjectTaggingCommand({ Bucket: bucket.name, Key: path }));
    },
  };
};
