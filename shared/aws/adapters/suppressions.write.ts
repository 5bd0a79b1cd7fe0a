import { NO_ORGANIZATION } from '../../domain/access/no-organization.ts';
import type { Environment } from '../../environment.ts';
import type { SuppressionsWrite } from '../../ports.ts';
import { SUPPRESSIONS } from '../../table/kinds/suppressions.ts';
import { tableOf } from '../clients/table.ts';
import { addressHash } from '../mail/address-hash.ts';
import { storeRecord } from '../records/create-record.ts';

export const adapter = (environment: Environment): SuppressionsWrite => ({
  suppress: async (address, { reason, detail, now }) => {
    const [id, at] = [addressHash(address), now.toISOString()];
    // An address that is suppressed already keeps its original reason.
    await storeRecord(tableOf(environment), SUPPRESSIONS, {
      organization_id: NO_ORGANIZATION,
      id,
      reason,
      detail,
      created_at: at,
      updated_at: at,
      record_version: 1,
      write_id: id,
    });
  },
});
