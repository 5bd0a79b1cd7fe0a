import { NO_ORGANIZATION } from '../../domain/access/no-organization.ts';
import type { Environment } from '../../environment.ts';
import type { SuppressionsRead } from '../../ports.ts';
import { SUPPRESSIONS } from '../../table/kinds/suppressions.ts';
import { tableOf } from '../clients/table.ts';
import { addressHash } from '../mail/address-hash.ts';
import { getRecord } from '../records/read-records.ts';

export const adapter = (environment: Environment): SuppressionsRead => ({
  find: (address) => getRecord(tableOf(environment), SUPPRESSIONS, NO_ORGANIZATION, addressHash(address)),
});
