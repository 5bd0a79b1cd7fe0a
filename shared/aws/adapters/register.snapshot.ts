import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { StoredRegister } from '../../domain/register/snapshot.ts';
import { writeSnapshot } from '../../domain/register/snapshot.ts';
import type { Environment } from '../../environment.ts';
import type { RegisterSnapshot } from '../../ports.ts';
import { projectPartition } from '../../table/keys.ts';
import { bucketOf } from '../clients/files.ts';
import { tableOf } from '../clients/table.ts';
import type { RegisterOf } from '../register/read-changes.ts';
import { loadSnapshot, snapshotPath } from '../register/read-snapshot.ts';
import { WarmRegister } from '../register/warm-register.ts';

/** Replaces the project's snapshot. Of two writers the last one wins; an older snapshot only takes longer to update. */
const saveSnapshot = async (environment: Environment, of: RegisterOf, register: StoredRegister): Promise<void> => {
  const { client, name: Bucket } = bucketOf(environment);
  const json = writeSnapshot(projectPartition(of.organizationId, of.projectId), register);
  const Body = await promisify(gzip)(json, { level: 1 });
  const Key = snapshotPath(of);
  await client.send(
    new PutObjectCommand({ Bucket, Key, Body, ContentType: 'application/json', ContentEncoding: 'gzip' }),
  );
};

/** Writes snapshots to the bucket of files, each made from the previous one and the changes since. */
export const adapter = (environment: Environment): RegisterSnapshot => {
  const table = tableOf(environment);
  return {
    renew: async (organizationId, projectId) => {
      const of = { organizationId, projectId };
      const register = new WarmRegister({
        table,
        of,
        loadSnapshot: () => loadSnapshot(environment, of),
        askForSnapshot: async () => {},
        inTurn: (work) => work(),
        clock: Date.now,
      });
      await register.read();
      if (register.stored) await saveSnapshot(environment, of, register.stored);
    },
  };
};
