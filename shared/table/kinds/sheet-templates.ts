import { SheetTemplateRecord } from '../../domain/sheets/learn/record.ts';
import { byTime, organizationList, recordKey } from '../keys.ts';
import type { Kind } from '../kind.ts';
import { lifecycle } from '../kind-events.ts';

export const SHEET_TEMPLATES = {
  name: 'sheet template',
  schema: SheetTemplateRecord,
  belongsTo: ['organization'],
  ports: ['read', 'write'],
  key: recordKey('SHEET-TEMPLATE'),
  idOf: ({ id }) => id,
  lists: {
    inOrganization: {
      partition: organizationList('SHEET-TEMPLATES'),
      prefix: 'SHEET-TEMPLATE#',
      sort: ({ created_at, id }) => byTime(created_at, id),
    },
  },
  events: { entity: 'sheet_template', typeOf: lifecycle('sheet_template'), ignores: [], values: ['office'] },
} as const satisfies Kind<SheetTemplateRecord>;
