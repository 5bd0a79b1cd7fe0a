import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { GetObjectCommand, NoSuchKey, PutObjectCommand } from '@aws-sdk/client-s3';
import type { RegisterColumns } from '../../domain/register/register-columns.ts';
import { readSnapshot, writeSnapshot } from '../../domain/register/snapshot.ts';
import type { Environment } from '../../environment.ts';
import { log } from '../../log.ts';
import { encode } from '../../table/keys.ts';
import { bucketOf } from '../clients/files.ts';

/** A stored register, and when the read began (epoch milliseconds) that completed it. */
export interface StoredRegister {
  readAt: number;
  columns: RegisterColumns;
}

/** Keeps registers for functions that start cold. Never throws: without it, reading only takes longer. */
export interface RegisterSnapshots {
  load(name: string, partition: string): Promise<StoredRegister | undefined>;
  save(name: string, partition: string, register: StoredRegister): Promise<void>;
}

/** Milliseconds after which reading the entries themselves is the better choice. */
const PATIENCE = 10_000;

export const snapshotName = (organizationId: string, projectId: string): string =>
  `registers/${encode(organizationId)}/${encode(projectId)}.json.gz`;

const failed = (action: string, name: string, error: unknown): void =>
  log('warn', `The register's snapshot could not be ${action}`, {
    snapshot: name,
    error: error instanceof Error ? `${error.name}: ${error.message.slice(0, 200)}` : String(error),
  });

/** Snapshots in the bucket of files, one object a project, replaced whole; the last writer's stays. */
export const bucketSnapshots = (environment: Environment): RegisterSnapshots => ({
  load: async (name, partition) => {
    try {
      const { client, name: Bucket } = bucketOf(environment);
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: name }), {
        abortSignal: AbortSignal.timeout(PATIENCE),
      });
      if (!Body) return undefined;
      const json = await promisify(gunzip)(await Body.transformToByteArray());
      return readSnapshot(partition, json.toString('utf8'));
    } catch (error) {
      if (!(error instanceof NoSuchKey)) failed('read', name, error);
      return undefined;
    }
  },
  save: async (name, partition, { readAt, columns }) => {
    try {
      const { client, name: Bucket } = bucketOf(environment);
      const Body = await promisify(gzip)(writeSnapshot(partition, readAt, columns), { level: 1 });
      await client.send(
        new PutObjectCommand({ Bucket, Key: name, Body, ContentType: 'application/json', ContentEncoding: 'gzip' }),
        { abortSignal: AbortSignal.timeout(PATIENCE) },
      );
    } catch (error) {
      failed('written', name, error);
    }
  },
});
