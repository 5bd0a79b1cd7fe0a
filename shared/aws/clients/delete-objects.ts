import { DeleteObjectsCommand } from '@aws-sdk/client-s3';
import type { Bucket } from './files.ts';

/** The maximum number of objects that one request deletes. */
const BATCH = 1000;

/** Deletes objects; absent ones are ignored. */
export const deleteObjects = async (bucket: Bucket, paths: readonly string[]): Promise<void> => {
  for (let start = 0; start < paths.length; start += BATCH) {
    const Objects = paths.slice(start, start + BATCH).map((Key) => ({ Key }));
    const command = new DeleteObjectsCommand({ Bucket: bucket.name, Delete: { Objects, Quiet: true } });
    const { Errors } = await bucket.client.send(command);
    if (Errors?.length) throw new Error(`${Errors.length} objects could not be deleted: ${Errors[0]?.Code}`);
  }
};
