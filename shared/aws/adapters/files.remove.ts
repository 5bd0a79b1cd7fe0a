import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { Environment } from '../../environment.ts';
import type { FilesRemove } from '../../ports.ts';
import { deleteObjects } from '../clients/delete-objects.ts';
import { bucketOf } from '../clients/files.ts';

export const adapter = (environment: Environment): FilesRemove => {
  const bucket = bucketOf(environment);
  return {
    files: (paths) => deleteObjects(bucket, paths),
    below: async (folder) => {
      // Deleted objects are no longer listed, so the first page is always the next one.
      for (;;) {
        const listed = await bucket.client.send(new ListObjectsV2Command({ Bucket: bucket.name, Prefix: folder }));
        const paths = (listed.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key]));
        if (paths.length === 0) return;
        await deleteObjects(bucket, paths);
      }
    },
  };
};
