import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { GetObjectCommand, NoSuchKey } from '@aws-sdk/client-s3';
import type { StoredRegister } from '../../domain/register/snapshot.ts';
import { readSnapshot } from '../../domain/register/snapshot.ts';
import type { Environment } from '../../environment.ts';
import { errorFields, log } from '../../log.ts';
import { encode, projectPartition } from '../../table/keys.ts';
import { bucketOf } from '../clients/files.ts';
import type { RegisterOf } from './read-changes.ts';

/** Milliseconds after which reading the entries themselves is faster. */
const PATIENCE = 10_000;

/** Returns the path of a project's snapshot, a single object that is replaced as a whole. */
export const snapshotPath = ({ organizationId, projectId }: RegisterOf): string =>
  `registers/${encode(organizationId)}/${encode(projectId)}.json.gz`;

/** Returns the stored register; undefined if there is none, or if it cannot be read, which is logged. */
export const loadSnapshot = async (environment: Environment, of: RegisterOf): Promise<StoredRegister | undefined> => {
  try {
    const { client, name: Bucket } = bucketOf(environment);
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: snapshotPath(of) }), {
      abortSignal: AbortSignal.timeout(PATIENCE),
    });
    if (!Body) return undefined;
    const json = await promisify(gunzip)(await Body.transformToByteArray());
    return readSnapshot(projectPartition(of.organizationId, of.projectId), json.toString('utf8'));
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    log('warn', "The register's snapshot could not be read", { snapshot: snapshotPath(of), ...errorFields(error) });
    return undefined;
  }
};
