import type { Environment } from '../../environment.ts';
import type { ArchivesRequest } from '../../ports.ts';
import { EXPIRES } from '../../table/definition.ts';
import { Expression } from '../../table/expression.ts';
import { archiveRequestKey } from '../../table/keys.ts';
import { queueAdapter } from '../clients/queue.ts';
import { tableOf } from '../clients/table.ts';
import { updateUnseen } from '../dynamodb/items.ts';

/** Seconds for which a request is valid; by then its worker has finished or failed. */
const STANDS_SECONDS = 900;

export const adapter = (environment: Environment): ArchivesRequest => {
  const table = tableOf(environment);
  const queue = queueAdapter('archives')(environment);
  return {
    request: async ({ organization_id, id }, path, now) => {
      const at = now.toISOString();
      const claimed = new Expression()
        .set('requested_at', at)
        .set(EXPIRES, Math.ceil(now.getTime() / 1000) + STANDS_SECONDS);
      const requested = claimed.name('requested_at');
      const before = claimed.value(new Date(now.getTime() - STANDS_SECONDS * 1000).toISOString());
      claimed.when(`attribute_not_exists(${requested}) OR ${requested} < ${before}`);
      const refused = await updateUnseen(table, archiveRequestKey(organization_id, id, path), claimed);
      // An earlier attempt of this write may have succeeded with its response lost.
      if (refused && refused.existing?.requested_at !== at) return;
      await queue.send({ organization_id, transmittal_id: id, path });
    },
  };
};
