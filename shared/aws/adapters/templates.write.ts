import type { Environment } from '../../environment.ts';
import type { TemplatesWrite } from '../../ports.ts';
import { TEMPLATES } from '../../table/kinds/templates.ts';
import { tableOf } from '../clients/table.ts';
import { recordsWrite } from '../records/write-records.ts';

export const adapter = (environment: Environment): TemplatesWrite => recordsWrite(tableOf(environment), TEMPLATES);
