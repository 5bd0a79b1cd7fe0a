import type { Environment } from '../../environment.ts';
import type { RegisterRead } from '../../ports.ts';
import { createSemaphore } from '../../semaphore.ts';
import { projectPartition } from '../../table/keys.ts';
import { queueAdapter } from '../clients/queue.ts';
import { tableOf } from '../clients/table.ts';
import { askForSnapshot } from '../register/ask-for-snapshot.ts';
import { loadSnapshot } from '../register/read-snapshot.ts';
import { RecentlyRead } from '../register/recently-read.ts';
import { WarmRegister } from '../register/warm-register.ts';

/** Bytes of registers that one process keeps in memory. */
const MAXIMUM_BYTES = 200 * 1024 * 1024;
/** Bytes of a register without documents. */
const OVERHEAD = 16 * 1024;
/** Registers loaded at the same time; they need memory in addition to those that are kept. */
const COLD_AT_ONCE = 4;

/**
 * Keeps registers in memory and updates each with one strongly consistent request before it is read.
 *
 * The alternatives are measured side by side in `bench/results/register.md`: with this design, 100,000 documents take
 * the same time as 1,000 and one read unit. Reading a project's entries on each request takes 65 requests and 16,400
 * units. A global secondary index supports one sort order per index, has no total without counting everything (71
 * requests, 9,000 units) and is eventually consistent: a client would not see its own write. A local secondary index
 * could never be changed or removed again. A counter of totals knows no filters. A search engine is eventually
 * consistent as well, and one more service to run.
 *
 * Limits: about 500,000 documents per project, which take 230 MB of the function's memory with descriptions of a line
 * or two. The changes of a project are in one partition, which takes 500 a second; its entries spread over as many
 * partitions as they need. A partition allows 3,000 read units a second, so that the first read without a snapshot
 * takes 6 seconds for 100,000 documents. While the changes of the last minute fill more than one page (1 MB, about
 * 6,000 changes), each read takes more requests. A search across projects uses the search index instead.
 */
export const adapter = (environment: Environment): RegisterRead => {
  const table = tableOf(environment);
  const snapshots = queueAdapter('snapshots')(environment);
  const registers = new RecentlyRead<WarmRegister>(MAXIMUM_BYTES, OVERHEAD);
  const inTurn = createSemaphore(COLD_AT_ONCE);
  return {
    read: async (organizationId, projectId) => {
      const of = { organizationId, projectId };
      const make = () =>
        new WarmRegister({
          table,
          of,
          loadSnapshot: () => loadSnapshot(environment, of),
          askForSnapshot: (since) => askForSnapshot(table, snapshots, of, since),
          inTurn,
          clock: Date.now,
        });
      const caughtUp = await registers.get(projectPartition(organizationId, projectId), make).read();
      registers.makeRoom();
      return caughtUp;
    },
  };
};
