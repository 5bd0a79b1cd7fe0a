import type { Environment } from '../../environment.ts';
import type { OrganizationsRead } from '../../ports.ts';
import { ORGANIZATIONS } from '../../table/kinds/organizations.ts';
import { tableOf } from '../clients/table.ts';
import { recordsRead } from '../records/read-records.ts';

export const adapter = (environment: Environment): OrganizationsRead =>
  recordsRead(tableOf(environment), ORGANIZATIONS);
