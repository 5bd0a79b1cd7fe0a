import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Environment } from '../../environment.ts';
import { required } from '../../environment.ts';
import { requestHandler } from './request-handler.ts';

export interface Table {
  client: DynamoDBDocumentClient;
  name: string;
}

let table: Table | undefined;

/** The single table and its client, one per process; the endpoint comes from the SDK's own environment. */
export const tableOf = (environment: Environment): Table => {
  table ??= {
    client: DynamoDBDocumentClient.from(new DynamoDBClient({ requestHandler: requestHandler(3_000), maxAttempts: 4 }), {
      marshallOptions: { removeUndefinedValues: true },
    }),
    name: required(environment, 'TABLE_NAME'),
  };
  return table;
};
