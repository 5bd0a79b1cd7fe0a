import type { Environment } from '../../environment.ts';
import type { SheetTemplatesWrite } from '../../ports.ts';
import { SHEET_TEMPLATES } from '../../table/kinds/sheet-templates.ts';
import { tableOf } from '../clients/table.ts';
import { recordsWrite } from '../records/write-records.ts';

export const adapter = (environment: Environment): SheetTemplatesWrite =>
  recordsWrite(tableOf(environment), SHEET_TEMPLATES);
