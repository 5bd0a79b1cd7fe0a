import * as z from 'zod';
import { MemberRecord } from '../../domain/projects/member.ts';
import type { Environment } from '../../environment.ts';
import type { MembershipsRead } from '../../ports.ts';
import { formerMemberKey, MEMBER_PREFIX, membershipKey, projectKey, userPartition } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { getItem, getItems, queryItems } from '../dynamodb/items.ts';

const Membership = z.object({ project_id: MemberRecord.shape.project_id });
const Anything = z.unknown();

export const adapter = (environment: Environment): MembershipsRead => {
  const table = tableOf(environment);
  return {
    stands: async (organizationId, projectId) =>
      (await getItem(table, Anything, projectKey(organizationId, projectId))) !== undefined,
    holds: async (organizationId, subject, projectId) => {
      const keys = [membershipKey(organizationId, subject, projectId), projectKey(organizationId, projectId)];
      return (await getItems(table, Anything, keys)).every((item) => item !== undefined);
    },
    hasLeft: async (organizationId, subject, projectId) =>
      (await getItem(table, Anything, formerMemberKey(organizationId, projectId, subject))) !== undefined,
    projectsOf: async (organizationId, subject) => {
      const range = {
        partition: userPartition(organizationId, subject),
        prefix: MEMBER_PREFIX,
        fields: ['project_id'],
      };
      return new Set((await queryItems(table, Membership, range)).map(({ project_id }) => project_id));
    },
  };
};
