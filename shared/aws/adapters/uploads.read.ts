import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { UploadRecord } from '../../domain/uploads/upload.ts';
import type { Environment } from '../../environment.ts';
import type { UploadsRead } from '../../ports.ts';
import { uploadKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';

export const adapter = (environment: Environment): UploadsRead => {
  const table = tableOf(environment);
  return {
    get: async (organizationId, uploadId) => {
      const { Item } = await table.client.send(
        new GetCommand({ TableName: table.name, Key: uploadKey(organizationId, uploadId), ConsistentRead: true }),
      );
      return Item && UploadRecord.parse(Item);
    },
  };
};
