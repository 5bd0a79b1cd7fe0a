import { TEMPLATE_LISTED_FIELDS, TemplateRecord } from '../../domain/mail/mail-template.ts';
import { byTime, organizationList, recordKey } from '../keys.ts';
import type { Kind } from '../kind.ts';
import { lifecycle } from '../kind-events.ts';

export const TEMPLATES = {
  name: 'email template',
  schema: TemplateRecord,
  belongsTo: ['organization'],
  ports: ['read', 'write'],
  key: recordKey('TEMPLATE'),
  idOf: ({ id }) => id,
  lists: {
    inOrganization: {
      partition: organizationList('TEMPLATES'),
      prefix: 'TEMPLATE#',
      sort: ({ created_at, id }) => byTime(created_at, id),
      carries: TEMPLATE_LISTED_FIELDS,
    },
  },
  events: {
    entity: 'template',
    typeOf: lifecycle('template'),
    ignores: [],
    values: ['name', 'template_type', 'notification_type', 'is_active'],
  },
} as const satisfies Kind<TemplateRecord>;
