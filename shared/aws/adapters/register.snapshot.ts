import type { Environment } from '../../environment.ts';
import type { RegisterSnapshot } from '../../ports.ts';
import { tableOf } from '../clients/table.ts';
import { loadSnapshot } from '../register/read-snapshot.ts';
import { saveSnapshot } from '../register/save-snapshot.ts';
import { WarmRegister } from '../register/warm-register.ts';

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
