import type { Environment } from '../../environment.ts';
import type { SystemsRead } from '../../ports.ts';
import { SYSTEMS } from '../../table/kinds/systems.ts';
import { tableOf } from '../clients/table.ts';
import { recordsRead } from '../records/read-records.ts';

export const adapter = (environment: Environment): SystemsRead => recordsRead(tableOf(environment), SYSTEMS);
