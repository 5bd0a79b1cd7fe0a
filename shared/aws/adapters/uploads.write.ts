import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Environment } from '../../environment.ts';
import type { UploadsWrite } from '../../ports.ts';
import { uploadKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';

export const adapter = (environment: Environment): UploadsWrite => {
  const table = tableOf(environment);
  return {
    create: async (record) => {
      const { organization_id, upload_id } = record;
      await table.client.send(
        new PutCommand({ TableName: table.name, Item: { ...uploadKey(organization_id, upload_id), ...record } }),
      );
    },
  };
};
