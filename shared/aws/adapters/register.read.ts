import type { Environment } from '../../environment.ts';
import type { RegisterRead } from '../../ports.ts';
import { projectPartition } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { bucketSnapshots, snapshotName } from '../register-snapshots.ts';
import { WarmRegister } from '../warm-register.ts';

/** Bytes of registers that one process keeps: about 400,000 documents. */
const MAXIMUM_BYTES = 200 * 1024 * 1024;

/** Forgets the registers that were read longest ago until the others fit; the one just read always stays. */
const makeRoom = (registers: Map<string, WarmRegister>): void => {
  let bytes = 0;
  for (const register of registers.values()) bytes += register.bytes;
  for (const [partition, register] of registers) {
    if (bytes <= MAXIMUM_BYTES || registers.size === 1) return;
    registers.delete(partition);
    bytes -= register.bytes;
  }
};

export const adapter = (environment: Environment): RegisterRead => {
  const table = tableOf(environment);
  const snapshots = bucketSnapshots(environment);
  // In the order of their last read: a map keeps the order of insertion.
  const registers = new Map<string, WarmRegister>();
  return {
    read: async (organizationId, projectId) => {
      const partition = projectPartition(organizationId, projectId);
      const known = registers.get(partition);
      const register =
        known ??
        new WarmRegister({
          table,
          partition,
          snapshots,
          snapshotName: snapshotName(organizationId, projectId),
          clock: Date.now,
        });
      registers.delete(partition);
      registers.set(partition, register);
      const caughtUp = await register.read();
      makeRoom(registers);
      return caughtUp;
    },
  };
};
