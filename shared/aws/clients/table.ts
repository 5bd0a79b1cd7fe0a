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

type Transport = Pick<DynamoDBClientConfig, 'signer' | 'requestHandler'>;

let transport: Transport = {};
let client: DynamoDBDocumentClient | undefined;
let records: Table | undefined;

/** Milliseconds that a request to a table may take. */
export const TABLE_TIMEOUT = 3_000;

/** Replaces how requests to tables are signed and sent. Must be called before the first request. */
export const reachTablesBy = (given: Transport): void => {
  transport = given;
};

/** Returns the process's client of all tables; the endpoint comes from the SDK's environment. */
export const clientOfTables = (): DynamoDBDocumentClient => {
  client ??= DynamoDBDocumentClient.from(
    watched(
      new DynamoDBClient({ requestHandler: requestHandler(TABLE_TIMEOUT), maxAttempts: 4, ...transport }),
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
