import type { Resources } from '../../infra/cloud/grants.ts';
import { queueNames } from '../../shared/queue/queues.ts';

const address = { arn: 'arn:queue', url: 'https://queue' };
/** Resources to grant access to, for tests that read grants. */
export const resources: Resources = {
  tableName: 'table',
  tableArn: 'arn:table',
  tableStreamArn: 'arn:table-stream',
  credentialsTableName: 'credentials',
  credentialsTableArn: 'arn:credentials',
  requestsTableName: 'requests',
  requestsTableArn: 'arn:requests',
  filesBucketName: 'bucket',
  filesBucketArn: 'arn:bucket',
  dataKeyArn: 'arn:key',
  secretsKeyArn: 'arn:secrets-key',
  queues: Object.fromEntries(queueNames.map((name) => [name, address])) as Resources['queues'],
  queuePrefix: { arn: 'arn:queues/', url: 'https://queues/' },
  mail: {
    sender: 'documents@example.com',
    identityArn: 'arn:identity',
    configurationSet: 'mails',
    configurationSetArn: 'arn:configuration-set',
  },
  embeddingModel: 'amazon.titan-embed-text-v2:0',
  describingModel: 'eu.anthropic.claude-haiku-4-5-20251001-v1:0',
  readingModel: 'eu.anthropic.claude-haiku-4-5-20251001-v1:0',
  account: '123456789012',
  region: 'eu-central-1',
  partition: 'aws',
};
