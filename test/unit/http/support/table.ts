import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { startDynamoDb } from '../../../../infra/local/dynamodb/dynamodb.ts';
import { dynoxideBinary } from '../../../../infra/local/dynamodb/dynoxide-binary.ts';
import { ensureTable } from '../../../../infra/local/dynamodb/ensure-table.ts';
import { type Environment, parseEnvironment } from '../../../../shared/environment.ts';
import { requestsDefinition } from '../../../../shared/table/definition.ts';

/** False if npm has no embedded DynamoDB for this platform. */
export const hasTable = (): boolean => {
  try {
    return dynoxideBinary() !== '';
  } catch {
    return false;
  }
};

/** Empty tables on a free port, with the SDK's environment pointing at it. */
export const startTable = async (): Promise<{ environment: Environment; stop: () => Promise<void> }> => {
  const directory = mkdtempSync(join(tmpdir(), 'table-'));
  const part = await startDynamoDb(directory);
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: part.endpoint,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  const client = new DynamoDBClient({});
  await ensureTable(client, 'records', directory);
  await ensureTable(client, 'requests', directory, requestsDefinition);
  client.destroy();
  return {
    environment: parseEnvironment({ TABLE_NAME: 'records', REQUESTS_TABLE_NAME: 'requests' }),
    stop: async () => {
      await part.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
};
