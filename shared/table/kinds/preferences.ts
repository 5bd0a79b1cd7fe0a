import { PreferencesRecord } from '../../domain/mail/mail-preferences.ts';
import { encode, organizationList, recordKey } from '../keys.ts';
import type { Kind } from '../kind.ts';

export const PREFERENCES = {
  name: 'preferences',
  schema: PreferencesRecord,
  belongsTo: ['organization'],
  ports: ['read', 'write'],
  key: recordKey('MAIL_PREFERENCES'),
  idOf: ({ user_id }) => user_id,
  lists: {
    inOrganization: {
      partition: organizationList('MAIL_PREFERENCES'),
      prefix: 'MAIL_PREFERENCES#',
      sort: ({ user_id }) => encode(user_id),
    },
  },
  events: null,
} as const satisfies Kind<PreferencesRecord>;
