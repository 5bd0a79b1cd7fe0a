import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Environment } from '../../environment.ts';
import type { MembershipsRead } from '../../ports.ts';
import { MEMBER_PREFIX, userPartition } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';

const Membership = z.object({ project_id: z.string() });

export const adapter = (environment: Environment): MembershipsRead => {
  const table = tableOf(environment);
  return {
    projectsOf: async (organizationId, subject) => {
      const projects = new Set<string>();
      const pages = paginateQuery(
        { client: table.client },
        {
          TableName: table.name,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
          ProjectionExpression: 'project_id',
          ExpressionAttributeValues: { ':pk': userPartition(organizationId, subject), ':prefix': MEMBER_PREFIX },
          ConsistentRead: true,
        },
      );
      for await (const { Items } of pages) {
        for (const item of Items ?? []) projects.add(Membership.parse(item).project_id);
      }
      return projects;
    },
  };
};
