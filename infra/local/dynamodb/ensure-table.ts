import {
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import {
  type credentialsDefinition,
  EXPIRES,
  type requestsDefinition,
  STREAM_VIEW,
  tableDefinition,
} from '../../../shared/table/definition.ts';
import { LocalError } from '../local-error.ts';

/**
 * Creates the table if it is missing.
 * @throws LocalError for a table created from another version of the definition
 */
export async function ensureTable(
  client: DynamoDBClient,
  tableName: string,
  dataDirectory: string,
  definition: typeof tableDefinition | typeof credentialsDefinition | typeof requestsDefinition = tableDefinition,
): Promise<void> {
  const wanted = structuredClone(definition) as Mutable<typeof tableDefinition>;
  const table = await describe(client, tableName);
  const stream = { StreamEnabled: true, StreamViewType: STREAM_VIEW } as const;
  const isStreamed = definition === tableDefinition;
  if (table === undefined) {
    await client.send(
      new CreateTableCommand({ ...wanted, TableName: tableName, ...(isStreamed && { StreamSpecification: stream }) }),
    );
    await client.send(
      new UpdateTimeToLiveCommand({
        TableName: tableName,
        TimeToLiveSpecification: { AttributeName: EXPIRES, Enabled: true },
      }),
    );
    return;
  }
  if (indexNames(table) !== indexNames(wanted)) {
    throw new LocalError(
      `The table ${tableName} in ${dataDirectory} has the indexes of another version of this service: start with another DATA_DIR.`,
    );
  }
  if (isStreamed && !table.StreamSpecification?.StreamEnabled) {
    await client.send(new UpdateTableCommand({ TableName: tableName, StreamSpecification: stream }));
  }
}

type Mutable<T> = T extends object ? { -readonly [K in keyof T]: Mutable<T[K]> } : T;

function indexNames(table: Pick<TableDescription, 'LocalSecondaryIndexes' | 'GlobalSecondaryIndexes'>): string {
  const indexes = [...(table.LocalSecondaryIndexes ?? []), ...(table.GlobalSecondaryIndexes ?? [])];
  return indexes
    .map((index) => index.IndexName ?? '')
    .sort()
    .join();
}

async function describe(client: DynamoDBClient, tableName: string): Promise<TableDescription | undefined> {
  try {
    const { Table: table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
    return table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}
