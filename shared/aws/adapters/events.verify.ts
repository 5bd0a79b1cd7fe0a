import type { Environment } from '../../environment.ts';
import type { EventsVerify } from '../../ports.ts';
import { tableOf } from '../clients/table.ts';
import { HEAD_CONTEXT, SealedHead } from '../events/hash-chain.ts';
import { verifyChain } from '../events/verify.ts';
import { openSealed } from '../secrets/seal.ts';

export const adapter = (environment: Environment): EventsVerify => {
  const table = tableOf(environment);
  return {
    verify: (organization_id, project_id) =>
      verifyChain(table, { organization_id, project_id }, (sealed) =>
        openSealed(environment, HEAD_CONTEXT, SealedHead, sealed),
      ),
  };
};
