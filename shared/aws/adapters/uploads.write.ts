import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Environment } from '../../environment.ts';
import type { UploadsWrite } from '../../ports.ts';
import { Expression } from '../../table/expression.ts';
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
    register: async (organizationId, uploadId, documentId) => {
      const free = new Expression().set('document_id', documentId).exists();
      const field = free.name('document_id');
      free.when(`attribute_type(${field}, ${free.value('NULL')}) OR ${field} = ${free.value(documentId)}`);
      try {
        await table.client.send(
          new UpdateCommand({ TableName: table.name, Key: uploadKey(organizationId, uploadId), ...free.build() }),
        );
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      }
    },
  };
};
