import { GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { ProjectRecord } from '../../domain/projects/project.ts';
import type { Environment } from '../../environment.ts';
import type { ProjectsRead } from '../../ports.ts';
import { PROJECT_PREFIX, projectKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';

export const adapter = (environment: Environment): ProjectsRead => {
  const table = tableOf(environment);
  return {
    get: async (organizationId, projectId) => {
      const { Item } = await table.client.send(
        new GetCommand({ TableName: table.name, Key: projectKey(organizationId, projectId), ConsistentRead: true }),
      );
      return Item && ProjectRecord.parse(Item);
    },
    list: async (organizationId) => {
      const projects: ProjectRecord[] = [];
      const pages = paginateQuery(
        { client: table.client },
        {
          TableName: table.name,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
          ExpressionAttributeValues: { ':pk': projectKey(organizationId, '').pk, ':prefix': PROJECT_PREFIX },
          ConsistentRead: true,
        },
      );
      for await (const { Items } of pages) for (const item of Items ?? []) projects.push(ProjectRecord.parse(item));
      return projects.sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id));
    },
  };
};
