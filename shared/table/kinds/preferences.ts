import { PreferencesRecord } from '../../domain/mail/preferences.ts';
import { recordKey } from '../keys.ts';
import type { Kind } from '../kind.ts';

export const PREFERENCES = {
  name: 'preferences',
  schema: PreferencesRecord,
  key: recordKey('MAIL_PREFERENCES'),
  idOf: ({ user_id }) => user_id,
  lists: {},
} as const satisfies Kind<PreferencesRecord>;
