import type { Environment } from '../../environment.ts';
import type { SheetTemplatesRead } from '../../ports.ts';
import { SHEET_TEMPLATES } from '../../table/kinds/sheet-templates.ts';
import { tableOf } from '../clients/table.ts';
import { recordsRead } from '../records/read-records.ts';

export const adapter = (environment: Environment): SheetTemplatesRead =>
  recordsRead(tableOf(environment), SHEET_TEMPLATES);
