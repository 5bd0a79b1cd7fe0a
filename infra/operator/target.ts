import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetQueueUrlCommand } from '@aws-sdk/client-sqs';
import { credentialsTableOf } from '../../shared/aws/clients/credentials-table.ts';
import { type Bucket, bucketOf } from '../../shared/aws/clients/files.ts';
import { requestsTableOf } from '../../shared/aws/clients/requests-table.ts';
import { sqsClient } from '../../shared/aws/clients/sqs-client.ts';
import { type Table, tableOf } from '../../shared/aws/clients/table.ts';
import { parseEnvironment, useEnvironment } from '../../shared/environment.ts';
import { ACCESS_LOGS_OUTPUT, DATA_OUTPUTS } from '../cloud/outputs.ts';
import { prefixOf } from '../cloud/stages.ts';
import { readInstance } from '../local/data-directory.ts';
import { openKeyStore } from '../local/kms/key-store.ts';
import { applyEnvironment, localCredentials, resourceNames } from '../local/local-environment.ts';
import { LocalError } from '../local/local-error.ts';
import { parseLocalSettings } from '../local/local-settings.ts';

/** The target of an operator's command: the tables, bucket and queues of a stage or of an instance on this machine. */
export interface Target {
  table: Table;
  credentials: Table;
  /** Rate counters and idempotency claims. */
  requests: Table;
  bucket: Bucket;
  /** Names of the stage's other buckets. */
  otherBuckets: readonly string[];
  /** Returns the URL of a queue or dead-letter queue, by its name without the prefix. */
  queueUrl(name: string): Promise<string>;
}

const targetOf = (variables: Record<string, string>, prefix: string, otherBuckets: readonly string[]): Target => {
  applyEnvironment(variables);
  const environment = parseEnvironment(process.env);
  useEnvironment(environment);
  return {
    table: tableOf(environment),
    credentials: credentialsTableOf(environment),
    requests: requestsTableOf(environment),
    bucket: bucketOf(environment),
    otherBuckets,
    queueUrl: async (name) => {
      const { QueueUrl } = await sqsClient().send(new GetQueueUrlCommand({ QueueName: `${prefix}${name}` }));
      return QueueUrl!;
    },
  };
};

/**
 * Returns the instance that runs on this `DATA_DIR`.
 * @throws LocalError if none is running
 */
export const localTarget = (given: Record<string, string | undefined>): Target => {
  const settings = parseLocalSettings(given);
  const instance = readInstance(settings.DATA_DIR);
  if (!instance) {
    throw new LocalError(
      `No service is running on ${settings.DATA_DIR}: start one with npm start, or specify a --stage`,
    );
  }
  const { accessKeyId, secretAccessKey } = localCredentials(settings.DATA_DIR, settings);
  const { tableName, credentialsTableName, requestsTableName, bucket } = resourceNames(given);
  const endpoints = Object.entries(instance.endpoints).map(([name, url]) => [`AWS_ENDPOINT_URL_${name}`, url]);
  const variables = {
    AWS_REGION: settings.AWS_REGION,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    ...(Object.fromEntries(endpoints) as Record<string, string>),
    TABLE_NAME: tableName,
    CREDENTIALS_TABLE_NAME: credentialsTableName,
    REQUESTS_TABLE_NAME: requestsTableName,
    FILES_BUCKET: bucket,
    KMS_KEY_ID: given.KMS_KEY_ID || openKeyStore(settings.DATA_DIR, settings.AWS_REGION).defaultKey.id,
  };
  return targetOf(variables, '', []);
};

/**
 * Returns a deployed stage, accessed with the current credentials and region.
 * @throws LocalError if its stack lacks an output
 */
export const stageTarget = async (stage: string): Promise<Target> => {
  const StackName = `${prefixOf({ stage })}-data`;
  const { Stacks } = await new CloudFormationClient().send(new DescribeStacksCommand({ StackName }));
  const outputs = new Map(Stacks?.[0]?.Outputs?.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));
  const said = (output: string): string => {
    const value = outputs.get(output);
    if (value === undefined) throw new LocalError(`The stack ${StackName} has no output ${output}: deploy it again`);
    return value;
  };
  const variables = Object.entries(DATA_OUTPUTS).map(([variable, output]) => [variable, said(output)] as const);
  const given = Object.fromEntries(variables);
  return targetOf(given, `${prefixOf({ stage })}-`, [said(ACCESS_LOGS_OUTPUT)]);
};
