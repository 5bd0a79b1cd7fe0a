import type { Environment } from '../../environment.ts';
import type { ReportsRead } from '../../ports.ts';
import { REPORTS } from '../../table/kinds/reports.ts';
import { tableOf } from '../clients/table.ts';
import { recordsRead } from '../records/read-records.ts';

export const adapter = (environment: Environment): ReportsRead => recordsRead(tableOf(environment), REPORTS);
