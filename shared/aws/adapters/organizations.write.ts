import type { Environment } from '../../environment.ts';
import type { OrganizationsWrite } from '../../ports.ts';
import { ORGANIZATIONS } from '../../table/kinds/organizations.ts';
import { tableOf } from '../clients/table.ts';
import { recordsWrite } from '../records/write-records.ts';

export const adapter = (environment: Environment): OrganizationsWrite =>
  recordsWrite(tableOf(environment), ORGANIZATIONS);
