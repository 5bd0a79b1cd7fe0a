import { OrganizationRecord } from '../../domain/projects/organization.ts';
import { byTime, ORGANIZATIONS_PARTITION, recordKey } from '../keys.ts';
import type { Kind } from '../kind.ts';

const organizationKey = recordKey('ORGANIZATION');

export const ORGANIZATIONS = {
  name: 'organization',
  schema: OrganizationRecord,
  belongsTo: [],
  ports: ['read'],
  /** Each organization's record is stored under its own organization id, whoever the caller is. */
  key: (_, id) => organizationKey(id, id),
  idOf: ({ organization_id }) => organization_id,
  lists: {
    /** Across all tenants, for operators. */
    all: {
      partition: () => ORGANIZATIONS_PARTITION,
      prefix: 'ORGANIZATION#',
      sort: ({ created_at, organization_id }) => byTime(created_at, organization_id),
    },
  },
  events: {
    entity: 'organization',
    // A deleted organization has no callers who could see its deletion.
    typeOf: (before, after) => after && (before ? 'organization.updated' : 'organization.created'),
    ignores: [],
    values: ['name'],
  },
} as const satisfies Kind<OrganizationRecord>;
