import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { StoredRegister } from '../../domain/register/snapshot.ts';
import { writeSnapshot } from '../../domain/register/snapshot.ts';
import type { Environment } from '../../environment.ts';
import { projectPartition } from '../../table/keys.ts';
import { bucketOf } from '../clients/files.ts';
import type { RegisterOf } from './read-changes.ts';
import { snapshotPath } from './read-snapshot.ts';

/** Replaces the project's snapshot. Of two writers the last one wins; an older snapshot only takes longer to update. */
export const saveSnapshot = async (
  environment: Environment,
  of: RegisterOf,
  register: StoredRegister,
): Promise<void> => {
  const { client, name: Bucket } = bucketOf(environment);
  const json = writeSnapshot(projectPartition(of.organizationId, of.projectId), register);
  const Body = await promisify(gzip)(json, { level: 1 });
  const Key = snapshotPath(of);
  await client.send(
    new PutObjectCommand({ Bucket, Key, Body, ContentType: 'application/json', ContentEncoding: 'gzip' }),
  );
};
