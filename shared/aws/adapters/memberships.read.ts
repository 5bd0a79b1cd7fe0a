import * as z from 'zod';
import { MemberRecord } from '../../domain/projects/member.ts';
import { ProjectRecord } from '../../domain/projects/project.ts';
import type { Environment } from '../../environment.ts';
import type { MembershipsRead } from '../../ports.ts';
import { formerMemberKey, MEMBER_PREFIX, membershipKey, projectKey, userPartition } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { getItem, getItems, queryItems } from '../dynamodb/items.ts';

const Membership = z.object({ project_id: MemberRecord.shape.project_id });
const Anything = z.unknown();
const Item = z.record(z.string(), z.unknown());

export const adapter = (environment: Environment): MembershipsRead => {
  const table = tableOf(environment);

  const projectOf: MembershipsRead['projectOf'] = async (organizationId, projectId, member) => {
    const key = projectKey(organizationId, projectId);
    if (member === undefined) return getItem(table, ProjectRecord, key);
    const keys = [membershipKey(organizationId, member, projectId), key];
    const [membership, project] = await getItems(table, Item, keys);
    return membership && project && ProjectRecord.parse(project);
  };

  return {
    projectOf,
    stands: async (organizationId, projectId) => (await projectOf(organizationId, projectId)) !== undefined,
    holds: async (organizationId, subject, projectId) =>
      (await projectOf(organizationId, projectId, subject)) !== undefined,
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
