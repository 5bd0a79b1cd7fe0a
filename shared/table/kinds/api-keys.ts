import { ApiKeyRecord } from '../../domain/access/api-key.ts';
import { byTime, organizationList, recordKey } from '../keys.ts';
import type { Kind } from '../kind.ts';

export const API_KEYS = {
  name: 'API key',
  schema: ApiKeyRecord,
  belongsTo: [],
  ports: [],
  key: recordKey('API-KEY'),
  idOf: ({ id }) => id,
  lists: {
    inOrganization: {
      partition: organizationList('API-KEYS'),
      prefix: 'API-KEY#',
      sort: ({ created_at, id }) => byTime(created_at, id),
    },
  },
  events: null,
} as const satisfies Kind<ApiKeyRecord>;
