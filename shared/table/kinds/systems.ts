import { SystemRecord } from '../../domain/external-systems/system.ts';
import { byTime, organizationList, systemKey } from '../keys.ts';
import type { Kind } from '../kind.ts';

export const SYSTEMS = {
  name: 'external system',
  schema: SystemRecord,
  belongsTo: ['organization'],
  ports: ['read'],
  key: systemKey,
  idOf: ({ system_id }) => system_id,
  lists: {
    inOrganization: {
      partition: organizationList('SYSTEMS'),
      prefix: 'SYSTEM#',
      sort: ({ created_at, system_id }) => byTime(created_at, system_id),
    },
  },
  status: 'status',
} as const satisfies Kind<SystemRecord>;
