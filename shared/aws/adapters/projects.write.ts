import { Conflict } from '../../domain/errors.ts';
import { ProjectRecord } from '../../domain/projects/project.ts';
import type { Environment } from '../../environment.ts';
import type { ProjectsWrite } from '../../ports.ts';
import { Expression } from '../../table/expression.ts';
import { memberKey, membershipKey, projectKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { transact } from '../dynamodb/transaction.ts';

export const adapter = (environment: Environment): ProjectsWrite => {
  const table = tableOf(environment);
  return {
    create: async (record, creator) => {
      const { organization_id, id } = record;
      const member = { project_id: id, user_id: creator.subject, created_at: record.created_at };
      const refused = await transact(table, [
        {
          Put: {
            TableName: table.name,
            Item: { ...projectKey(organization_id, id), ...record },
            ...new Expression().absent().build(),
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
        { Put: { TableName: table.name, Item: { ...memberKey(organization_id, id, creator.subject), ...member } } },
        { Put: { TableName: table.name, Item: { ...membershipKey(organization_id, creator.subject, id), ...member } } },
      ]);
      if (!refused) return record;
      if (refused.item?.write_id === record.write_id) return ProjectRecord.parse(refused.item);
      throw new Conflict(`A project ${id} exists already`);
    },
  };
};
