import type { Environment } from '../../environment.ts';
import type { EventsAppend } from '../../ports.ts';
import { tableOf } from '../clients/table.ts';
import { patience } from '../dynamodb/patience.ts';
import { drainOutbox } from '../events/append.ts';
import { HEAD_CONTEXT } from '../events/hash-chain.ts';
import { sealAll } from '../secrets/seal.ts';

const CONTENDED = 'Other workers are appending events of the organization, or a project is about to be deleted';

export const adapter = (environment: Environment): EventsAppend => {
  const table = tableOf(environment);
  return {
    drain: (organizationId, until, onAppended = async () => {}) =>
      drainOutbox(
        table,
        organizationId,
        until,
        (heads) => sealAll(environment, HEAD_CONTEXT, heads),
        () => patience(CONTENDED),
        onAppended,
      ),
  };
};
