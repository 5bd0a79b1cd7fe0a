import { SystemRecord } from '../../domain/external-systems/system.ts';
import { byTime, organizationList, systemKey } from '../keys.ts';
import type { Kind } from '../kind.ts';
import { lifecycle } from '../kind-events.ts';

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
  events: {
    entity: 'system',
    typeOf: lifecycle('system'),
    ignores: ['last_tested_at', 'last_test_status', 'status'],
    // Not the address, the headers or the metadata, which may contain secrets.
    values: ['system_name', 'system_type', 'authentication_type', 'is_active', 'is_shared', 'credential_fields'],
  },
} as const satisfies Kind<SystemRecord>;
