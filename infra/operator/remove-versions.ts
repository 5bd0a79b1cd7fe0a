import { DeleteObjectsCommand } from '@aws-sdk/client-s3';
import type { Bucket } from '../../shared/aws/clients/files.ts';
import type { TenantObject } from './tenant.ts';

/** Maximum objects per delete request. */
const BATCH = 1000;

/**
 * Permanently removes versions of objects; missing ones are ignored.
 * @returns their number
 */
export const removeVersions = async (
  { client, name: Bucket }: Bucket,
  objects: AsyncIterable<TenantObject>,
): Promise<number> => {
  let count = 0;
  const remove = async (some: readonly TenantObject[]): Promise<void> => {
    const Objects = some.map(({ path, version }) => ({
      Key: path,
      ...(version !== undefined && { VersionId: version }),
    }));
    const { Errors } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
    if (Errors?.length) throw new Error(`${Errors.length} objects were not deleted: ${Errors[0]?.Code}`);
    count += some.length;
  };
  let waiting: TenantObject[] = [];
  for await (const object of objects) {
    waiting.push(object);
    if (waiting.length < BATCH) continue;
    await remove(waiting);
    waiting = [];
  }
  if (waiting.length > 0) await remove(waiting);
  return count;
};
