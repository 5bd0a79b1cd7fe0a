import { type MemberId, MemberRecord } from '../../domain/projects/member.ts';
import { encode, MEMBER_PREFIX, membershipKey, projectPartition } from '../keys.ts';
import type { Kind } from '../kind.ts';

export const MEMBERS = {
  name: 'member',
  schema: MemberRecord,
  belongsTo: ['project'],
  ports: ['read'],
  key: (organizationId, { project_id, user_id }) => membershipKey(organizationId, user_id, project_id),
  idOf: ({ project_id, user_id }) => ({ project_id, user_id }),
  lists: {
    inProject: {
      partition: projectPartition,
      parentOf: ({ project_id }) => project_id,
      prefix: MEMBER_PREFIX,
      sort: ({ user_id }) => encode(user_id),
    },
  },
  events: {
    entity: 'member',
    idOf: ({ user_id }) => user_id,
    typeOf: (before) => (before ? 'member.removed' : 'member.added'),
    ignores: [],
    values: ['user_id', 'name'],
  },
} as const satisfies Kind<MemberRecord, MemberId>;
