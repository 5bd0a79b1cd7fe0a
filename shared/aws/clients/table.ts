import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Environment } from '../../environment.ts';
import { required } from '../../environment.ts';
import { requestHandler } from './request-handler.ts';
import { watched } from './watched.ts';

export interface Table {
  client: DynamoDBDocumentClient;
  name: string;
}

type Signer = NonNullable<DynamoDBClientConfig['signer']>;

let signer: Signer | undefined;
let client: DynamoDBDocumentClient | undefined;
let records: Table | undefined;

/** Replaces the SDK's signer of requests to tables. Must be called before the first request. */
export const signTablesWith = (given: Signer): void => {
  signer = given;
};

/** Returns the process's client of all tables; the endpoint comes from the SDK's environment. */
export const clientOfTables = (): DynamoDBDocumentClient => {
  client ??= DynamoDBDocumentClient.from(
    watched(
      new DynamoDBClient({ requestHandler: requestHandler(3_000), maxAttempts: 4, ...(signer && { signer }) }),
      'DynamoDB',
    ),
    { marshallOptions: { removeUndefinedValues: true } },
  );
  return client;
};

/** Returns the table of records. */
export const tableOf = (environment: Environment): Table => {
  records ??= { client: clientOfTables(), name: required(environment, 'TABLE_NAME') };
  return records;
};
