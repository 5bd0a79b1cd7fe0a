import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Environment } from '../../shared/environment.ts';
import type { PortName } from '../../shared/ports.ts';
import { BY_CHANGE, GSI1 } from '../../shared/table/definition.ts';

/** What grants point at; strings, so that a statement is plain data. */
export interface Resources {
  tableName: string;
  tableArn: string;
  filesBucketName: string;
  filesBucketArn: string;
  /** Encrypts the table and the bucket. */
  dataKeyArn: string;
  queues: Readonly<Record<'process' | 'compare' | 'upload-events', { arn: string; url: string }>>;
  region: string;
  partition: string;
}

export interface Statement {
  actions: readonly string[];
  resources: readonly string[];
  /** Condition of the statement, as IAM writes it. */
  when?: Record<string, Record<string, string>>;
  /** Why a resource holds a `*`; without it the security checks fail. */
  wildcard?: string;
}

/** What a function gets for one port: statements of its role and variables of its environment. */
export interface Grant {
  statements: (to: Resources) => Statement[];
  environment: (to: Resources) => { [V in keyof Environment]?: string };
}

type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'BatchWriteItem'
  | 'ConditionCheckItem';
const tableReads: ReadonlySet<TableAction> = new Set(['GetItem', 'BatchGetItem', 'Query']);

const viaService = (to: Resources, service: string) => ({
  StringEquals: { 'kms:ViaService': `${service}.${to.region}.amazonaws.com` },
});

const keyReads = ['kms:Decrypt', 'kms:DescribeKey'];
const keyWrites = [
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:GenerateDataKeyWithoutPlaintext',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
];

/** Items of the single table, queries of its indexes, and its key as far as DynamoDB uses it for that. */
const table = (actions: readonly TableAction[], ...queriedIndexes: readonly string[]): Grant => ({
  statements: (to) => [
    ...(actions.length === 0
      ? []
      : [{ actions: actions.map((action) => `dynamodb:${action}`), resources: [to.tableArn] }]),
    ...queriedIndexes.map((index) => ({ actions: ['dynamodb:Query'], resources: [`${to.tableArn}/index/${index}`] })),
    {
      actions: actions.every((action) => tableReads.has(action)) ? keyReads : [...keyReads, ...keyWrites],
      resources: [to.dataKeyArn],
      when: viaService(to, 'dynamodb'),
    },
  ],
  environment: (to) => ({ TABLE_NAME: to.tableName }),
});

type ObjectAction = 'GetObject' | 'PutObject' | 'DeleteObject';

/** Objects of the files bucket. `list` makes S3 answer 404 for a missing object, where it else answers 403. */
const files = (actions: readonly ObjectAction[], { list = false } = {}): Grant => ({
  statements: (to) => [
    {
      actions: actions.map((action) => `s3:${action}`),
      resources: [`${to.filesBucketArn}/*`],
      wildcard: 'An object is named after its organization and document, which only the request knows.',
    },
    ...(list ? [{ actions: ['s3:ListBucket'], resources: [to.filesBucketArn] }] : []),
    {
      actions: [
        ...(actions.includes('GetObject') ? ['kms:Decrypt'] : []),
        ...(actions.includes('PutObject') ? ['kms:GenerateDataKey'] : []),
      ],
      resources: [to.dataKeyArn],
      when: viaService(to, 's3'),
    },
  ],
  environment: (to) => ({ FILES_BUCKET: to.filesBucketName }),
});

/** The embedding model, and its address in any account. */
const model = 'amazon.titan-embed-text-v2:0';

/**
 * The cloud's side of each port. A port without an entry does not compile; the tests hold the actions against the
 * calls that the port's adapter makes.
 */
export const grants = {
  'documents.read': table(['GetItem', 'BatchGetItem']),
  'documents.busy': table([], GSI1.name),
  'register.read': table([], BY_CHANGE.name),
  'documents.write': table(['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem']),
  'chunks.write': table(['BatchWriteItem', 'Query']),
  'projects.read': table(['GetItem', 'Query']),
  'projects.write': table(['GetItem', 'PutItem']),
  'memberships.read': table(['Query']),
  'uploads.read': table(['GetItem']),
  'uploads.write': table(['PutItem', 'UpdateItem']),
  'files.read': files(['GetObject'], { list: true }),
  'files.write': files(['PutObject', 'DeleteObject']),
  // A signed request has the rights of the function that signed it.
  'files.presign': files(['GetObject', 'PutObject']),
  'queue.process': {
    statements: (to) => [{ actions: ['sqs:SendMessage'], resources: [to.queues.process.arn] }],
    environment: (to) => ({ PROCESS_QUEUE_URL: to.queues.process.url }),
  },
  embedder: {
    statements: (to) => [
      {
        actions: ['bedrock:InvokeModel'],
        resources: [`arn:${to.partition}:bedrock:${to.region}::foundation-model/${model}`],
      },
    ],
    environment: () => ({ EMBEDDER: 'bedrock' }),
  },
  'limits.write': table(['UpdateItem']),
  'idempotency.write': table(['UpdateItem']),
} as const satisfies Record<PortName, Grant>;

/** All that a function's role may do for its ports, each action and resource once. */
export const statementsOf = (ports: readonly PortName[], to: Resources): Statement[] => {
  const merged = new Map<string, Statement>();
  for (const statement of ports.flatMap((port) => grants[port].statements(to))) {
    const key = JSON.stringify([statement.resources, statement.when]);
    const actions = new Set([...(merged.get(key)?.actions ?? []), ...statement.actions]);
    merged.set(key, { ...statement, actions: [...actions].sort() });
  }
  return [...merged.values()];
};

/** The variables that a function's ports read. */
export const environmentOf = (ports: readonly PortName[], to: Resources): Record<string, string> =>
  Object.assign({}, ...ports.map((port) => grants[port].environment(to)));

export const toPolicyStatement = ({ actions, resources, when }: Statement): PolicyStatement =>
  new PolicyStatement({ actions: [...actions], resources: [...resources], ...(when && { conditions: when }) });
