import type { Environment } from '../../environment.ts';
import type { TemplatesRead } from '../../ports.ts';
import { TEMPLATES } from '../../table/kinds/templates.ts';
import { tableOf } from '../clients/table.ts';
import { recordsRead } from '../records/read-records.ts';

export const adapter = (environment: Environment): TemplatesRead => recordsRead(tableOf(environment), TEMPLATES);
