import type { Environment } from '../../environment.ts';
import type { ComparisonsRead } from '../../ports.ts';
import { COMPARISONS } from '../../table/kinds/comparisons.ts';
import { tableOf } from '../clients/table.ts';
import { recordsRead } from '../records/read-records.ts';

export const adapter = (environment: Environment): ComparisonsRead => recordsRead(tableOf(environment), COMPARISONS);
