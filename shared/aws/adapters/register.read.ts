import type { Environment } from '../../environment.ts';
import type { RegisterRead } from '../../ports.ts';
import { projectPartition } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { RecentlyRead } from '../register/recently-read.ts';
import { bucketSnapshots, snapshotName } from '../register/snapshots.ts';
import { WarmRegister } from '../register/warm-register.ts';

/** Bytes of registers that one process keeps. */
const MAXIMUM_BYTES = 200 * 1024 * 1024;
/** Bytes of a register without documents. */
const OVERHEAD = 16 * 1024;

/**
 * Registers in memory, caught up by one strongly consistent request at each read.
 *
 * Why so, measured side by side in `bench/results/register.md`: with it, 100,000 documents cost the time of 1,000 and one
 * read unit. Reading a project's entries with each request costs 70 requests and 18,000 units there. A global index
 * serves one order for each index, has no total without counting everything (71 requests, 9,000 units), and answers
 * late: a client would not see its own write. A counter of totals knows no filters. A search engine answers late as
 * well, and is one more service to run.
 *
 * Ceiling: about 500,000 documents a project, 230 MB of the function's memory with descriptions of a line or two. All
 * entries of a project lie in one partition. It gives 3,000 read units a second, so that the first read without a
 * snapshot takes 6 seconds for 100,000 documents, and takes 1,000 write units, about 150 changes of documents a second.
 * While the documents changed in the last minute fill more than one page of the index (1 MB, about 1,500 of them), each
 * read takes more requests. A search over all projects costs a request for each of them.
 */
export const adapter = (environment: Environment): RegisterRead => {
  const table = tableOf(environment);
  const snapshots = bucketSnapshots(environment);
  const registers = new RecentlyRead<WarmRegister>(MAXIMUM_BYTES, OVERHEAD);
  return {
    read: async (organizationId, projectId) => {
      const partition = projectPartition(organizationId, projectId);
      const register = registers.get(partition, () => {
        const name = snapshotName(organizationId, projectId);
        return new WarmRegister({ table, partition, snapshots, snapshotName: name, clock: Date.now });
      });
      const caughtUp = await register.read();
      registers.makeRoom();
      return caughtUp;
    },
  };
};
