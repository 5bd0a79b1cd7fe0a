import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { LINK_PURPOSES, type LinkName, linkNames } from '../../shared/domain/access/link-purposes.ts';
import type { BedrockModel } from '../../shared/domain/search/models.ts';
import type { Environment } from '../../shared/environment.ts';
import type { PortName } from '../../shared/ports.ts';
import {
  deadLetterName,
  type QueueName,
  queueNames,
  queueVariable,
  streamWorkerIds,
} from '../../shared/queue/queues.ts';
import { GSI1 } from '../../shared/table/definition.ts';
import { SNAPSHOT_PARTITION } from '../../shared/table/keys.ts';
import {
  type ReadKind,
  readKinds,
  type SearchKind,
  searchKinds,
  type WriteKind,
  writeKinds,
} from '../../shared/table/kinds/index.ts';
import { type RequestKind, requestPartitions } from '../../shared/table/request-keys.ts';
import type { MailAddress } from './mail.ts';
import type { QueueAddress } from './queue-resources.ts';

/** The resources that grants refer to, as strings, so that a statement is plain data. */
export interface Resources {
  tableName: string;
  tableArn: string;
  /** The stream of the table's changes. */
  tableStreamArn: string;
  /** The table of external systems' credentials. */
  credentialsTableName: string;
  credentialsTableArn: string;
  /** The table of rate counters and idempotency claims. */
  requestsTableName: string;
  requestsTableArn: string;
  filesBucketName: string;
  filesBucketArn: string;
  /** How mails are sent; undefined if no sender is configured. */
  mail: MailAddress | undefined;
  /** ARN of the key that encrypts the tables and the bucket. */
  dataKeyArn: string;
  /** ARN of the key that generates data keys for encryption by functions. */
  secretsKeyArn: string;
  queues: Readonly<Record<QueueName, QueueAddress>>;
  /** Common prefix of the ARNs and URLs of the stage's queues. */
  queuePrefix: QueueAddress;
  /** Bedrock's id of the embedding model. */
  embeddingModel: BedrockModel;
  /** Bedrock's id of the language model or inference profile; undefined if none is configured. */
  describingModel: string | undefined;
  /** The same for the vision model. */
  readingModel: string | undefined;
  region: string;
  account: string;
  partition: string;
}

export interface Statement {
  actions: readonly string[];
  resources: readonly string[];
  /** Condition of the statement in IAM's syntax. */
  when?: Record<string, Record<string, string>>;
  /** Why a resource contains a `*`; without a reason the security checks fail. */
  wildcard?: string;
}

/** The rights of one port: statements for the function's role, and environment variables. */
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

/** Access to items and indexes of the main table, and to its key through DynamoDB. */
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

/** Access to the table of credentials, and to its key through DynamoDB. */
const credentialsTable = (...actions: readonly TableAction[]): Grant => ({
  statements: (to) => [
    { actions: actions.map((action) => `dynamodb:${action}`), resources: [to.credentialsTableArn] },
    {
      actions: actions.every((action) => tableReads.has(action)) ? keyReads : [...keyReads, ...keyWrites],
      resources: [to.dataKeyArn],
      when: viaService(to, 'dynamodb'),
    },
  ],
  environment: (to) => ({ CREDENTIALS_TABLE_NAME: to.credentialsTableName }),
});

/** Access to the partitions of one kind of item in the table of requests, and to its key through DynamoDB. */
const requestsTable = (kind: RequestKind, ...actions: readonly TableAction[]): Grant => ({
  statements: (to) => [
    {
      actions: actions.map((action) => `dynamodb:${action}`),
      resources: [to.requestsTableArn],
      when: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': requestPartitions(kind) } },
    },
    { actions: [...keyReads, ...keyWrites], resources: [to.dataKeyArn], when: viaService(to, 'dynamodb') },
  ],
  environment: (to) => ({ REQUESTS_TABLE_NAME: to.requestsTableName }),
});

type ObjectAction =
  | 'GetObject'
  | 'PutObject'
  | 'PutObjectTagging'
  | 'DeleteObject'
  | 'DeleteObjectTagging'
  | 'AbortMultipartUpload'
  | 'ListMultipartUploadParts';
type Folder = 'uploads' | 'files' | 'derived' | 'archives' | 'registers' | 'search';
type Objects = readonly [actions: readonly ObjectAction[], folders: readonly Folder[]];

/** The folders of documents' files, as opposed to the service's own objects. */
const ofDocuments: readonly Folder[] = ['uploads', 'files', 'derived', 'archives'];

/** Access to objects below folders of the files bucket, and to its key through S3. */
const files = (...objects: readonly Objects[]): Grant => ({
  statements: (to) => {
    const actions = new Set(objects.flatMap(([each]) => each));
    const keyActions = [
      // S3 reads the parts of an upload to join them.
      ...(actions.has('GetObject') || actions.has('AbortMultipartUpload') ? ['kms:Decrypt'] : []),
      ...(actions.has('PutObject') ? ['kms:GenerateDataKey'] : []),
    ];
    return [
      ...objects.map(([each, folders]) => ({
        actions: each.map((action) => `s3:${action}`),
        resources: folders.map((folder) => `${to.filesBucketArn}/${folder}/*`),
        wildcard: 'Object keys contain the organization and document, which only the request determines.',
      })),
      ...(keyActions.length > 0
        ? [{ actions: keyActions, resources: [to.dataKeyArn], when: viaService(to, 's3') }]
        : []),
    ];
  },
  environment: (to) => ({ FILES_BUCKET: to.filesBucketName }),
});

/** The right to list objects, without which S3 returns 403 instead of 404 for a missing one. */
const listing: Grant = {
  statements: (to) => [{ actions: ['s3:ListBucket'], resources: [to.filesBucketArn] }],
  environment: () => ({}),
};

/** Access to data keys of one purpose, which KMS enforces. */
const secrets = (action: 'Decrypt' | 'GenerateDataKey', purpose: string): Grant => ({
  statements: (to) => [
    {
      actions: [`kms:${action}`],
      resources: [to.secretsKeyArn],
      when: { StringEquals: { 'kms:EncryptionContext:purpose': purpose } },
    },
  ],
  environment: (to) => ({ KMS_KEY_ID: to.secretsKeyArn }),
});

const queue = (name: QueueName, action: 'SendMessage' | 'ChangeMessageVisibility'): Grant => ({
  statements: (to) => [{ actions: [`sqs:${action}`], resources: [to.queues[name].arn] }],
  environment: (to) => ({ [queueVariable(name)]: to.queues[name].url }),
});

const queueGrants = Object.fromEntries(
  queueNames.flatMap((name) => [
    [`queue.${name}`, queue(name, 'SendMessage')],
    [`deliveries.${name}`, queue(name, 'ChangeMessageVisibility')],
  ]),
) as { [N in QueueName as `queue.${N}` | `deliveries.${N}`]: Grant };

const readGrant = table(['GetItem', 'BatchGetItem', 'Query']);
const writeGrant = table(['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem']);
const recordGrants = Object.fromEntries([
  ...readKinds.map((name) => [`${name}.read`, readGrant]),
  ...writeKinds.map((name) => [`${name}.write`, writeGrant]),
  ...searchKinds.map((name) => [`${name}.search`, table(['Query'])]),
]) as { [P in `${ReadKind}.read` | `${WriteKind}.write` | `${SearchKind}.search`]: Grant };
const sealGrants = Object.fromEntries(
  linkNames.map((name) => [`${name}.seal`, secrets('GenerateDataKey', LINK_PURPOSES[name])]),
) as { [P in `${LinkName}.seal`]: Grant };

const both = (...all: readonly Grant[]): Grant => ({
  statements: (to) => all.flatMap(({ statements }) => statements(to)),
  environment: (to) => Object.assign({}, ...all.map(({ environment }) => environment(to))),
});

/** Readers of registers may claim the request for a snapshot, and write nothing else to the table. */
const askingForSnapshots: Grant = both(
  {
    statements: (to) => [
      {
        actions: ['dynamodb:UpdateItem'],
        resources: [to.tableArn],
        when: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': `*${SNAPSHOT_PARTITION}` } },
      },
      { actions: keyWrites, resources: [to.dataKeyArn], when: viaService(to, 'dynamodb') },
    ],
    environment: () => ({}),
  },
  queue('snapshots', 'SendMessage'),
);

/** The purpose of credentials' data keys. */
const ofCredentials = 'external-system-credentials';

/** The purpose of the data keys that seal the newest events of a day. */
const ofEventHeads = 'event-heads';
/** The purpose of the data keys that seal webhooks' secrets. */
const ofWebhooks = 'webhook-secret';

/** Prefix of an inference profile such as `eu.…` or `global.…`, which sends requests to a model in several regions. */
const PROFILE = /^[a-z-]+\.(?=[a-z0-9-]+\.)/;

/** Returns the rights for a language model: a model in the region, or a profile and its model in any region. */
const invoking = (model: string | undefined, { partition, region, account }: Resources): Statement[] => {
  if (model === undefined) return [];
  const actions = ['bedrock:InvokeModel'];
  const inRegion = `arn:${partition}:bedrock:${region}`;
  if (!PROFILE.test(model)) return [{ actions, resources: [`${inRegion}::foundation-model/${model}`] }];
  const profile = `${inRegion}:${account}:inference-profile/${model}`;
  return [
    { actions, resources: [profile] },
    {
      actions,
      resources: [`arn:${partition}:bedrock:*::foundation-model/${model.replace(PROFILE, '')}`],
      when: { StringEquals: { 'bedrock:InferenceProfileArn': profile } },
      wildcard: 'The profile chooses the region of its model, which may only be called through this profile.',
    },
  ];
};

/**
 * The rights of each port. A port without an entry does not compile; the tests compare the actions with the calls of
 * the port's adapter.
 */
export const grants = {
  'documents.read': table(['GetItem', 'BatchGetItem']),
  'documents.busy': table(['UpdateItem'], GSI1.name),
  'register.read': both(
    table(['BatchGetItem', 'Query']),
    askingForSnapshots,
    files([['GetObject'], ['registers']]),
    listing,
  ),
  'register.snapshot': both(
    table(['BatchGetItem', 'Query']),
    files([['GetObject', 'PutObject'], ['registers']]),
    listing,
  ),
  'documents.write': table(['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'ConditionCheckItem']),
  'documents.delete': table([
    'GetItem',
    'BatchGetItem',
    'Query',
    'PutItem',
    'UpdateItem',
    'DeleteItem',
    'ConditionCheckItem',
  ]),
  'documents.purge': table([
    'GetItem',
    'BatchGetItem',
    'Query',
    'PutItem',
    'UpdateItem',
    'DeleteItem',
    'BatchWriteItem',
    'ConditionCheckItem',
  ]),
  'documents.awaited': table(['Query', 'PutItem', 'DeleteItem']),
  'documents.unread': table(['Query', 'PutItem', 'DeleteItem']),
  'search.read': both(readGrant, files([['GetObject'], ['search']]), listing, queue('search', 'SendMessage')),
  'search.index': both(
    table(['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem']),
    files([['GetObject', 'PutObject', 'DeleteObject'], ['search']]),
    listing,
  ),
  'search.known': table(['BatchGetItem', 'Query']),
  'slices.write': table(['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem']),
  'chunks.write': both(files([['GetObject', 'PutObject'], ['derived']]), listing),
  'projects.write': writeGrant,
  'members.write': writeGrant,
  'sheet-index.read': table(['Query']),
  'api-keys.read': table(['GetItem']),
  'activities.read': readGrant,
  'activities.write': writeGrant,
  'mail.send': {
    statements: ({ mail }) =>
      mail ? [{ actions: ['ses:SendRawEmail'], resources: [mail.identityArn, mail.configurationSetArn] }] : [],
    environment: ({ mail }) =>
      mail
        ? { MAIL_SENDER: mail.sender, MAIL_CONFIGURATION_SET: mail.configurationSet }
        : ({} as Record<string, never>),
  },
  'digests.due': table(['Query']),
  'digests.write': table(['Query', 'PutItem', 'UpdateItem', 'DeleteItem']),
  'notifications.read': table(['GetItem']),
  'notifications.write': table(['PutItem']),
  'suppressions.read': table(['GetItem']),
  'suppressions.write': table(['PutItem', 'ConditionCheckItem']),
  'tasks.write': table(['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem']),
  'tasks.due': table(['Query']),
  'organizations.write': table(['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem']),
  'organizations.delete': table(['PutItem', 'DeleteItem']),
  'organizations.remove': both(
    table(['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem']),
    requestsTable('IDEMPOTENCY', 'Query', 'BatchWriteItem'),
  ),
  'outside-mails.write': table(['UpdateItem']),
  'people.read': table(['GetItem', 'Query']),
  'people.write': table(['BatchGetItem', 'UpdateItem']),
  'projects.delete': table(['PutItem', 'DeleteItem']),
  'projects.remove': both(
    table(['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem']),
    files([['DeleteObject'], ['registers']]),
  ),
  'memberships.read': readGrant,
  'events.append': both(
    table(['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem']),
    secrets('GenerateDataKey', ofEventHeads),
  ),
  'events.read': table(['GetItem', 'BatchGetItem', 'Query']),
  'events.verify': both(table(['GetItem', 'Query']), secrets('Decrypt', ofEventHeads)),
  'webhooks.write': table([
    'GetItem',
    'Query',
    'PutItem',
    'UpdateItem',
    'DeleteItem',
    'BatchWriteItem',
    'ConditionCheckItem',
  ]),
  'webhooks.seal': secrets('GenerateDataKey', ofWebhooks),
  'webhooks.open': secrets('Decrypt', ofWebhooks),
  'webhooks.deliver': table(['Query', 'PutItem', 'UpdateItem', 'DeleteItem']),
  'webhooks.log': table(['GetItem', 'Query']),
  'uploads.read': table(['GetItem']),
  'uploads.write': table(['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem']),
  'uploads.expire': table(['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem']),
  'files.read': both(files([['GetObject'], ofDocuments]), listing),
  'files.arrived': both(files([['GetObject', 'PutObject', 'DeleteObject'], ['uploads']]), listing),
  'files.write': files([['PutObject', 'DeleteObject'], ofDocuments]),
  'files.remove': both(files([['DeleteObject'], ofDocuments]), listing),
  // A presigned request has the rights of the function that signed it.
  'files.keep': files([['DeleteObjectTagging'], ['uploads']]),
  'files.presign': files([['GetObject'], ofDocuments], [['PutObject', 'PutObjectTagging'], ['uploads']]),
  'files.multipart': files([
    ['PutObject', 'PutObjectTagging', 'AbortMultipartUpload', 'ListMultipartUploadParts'],
    ['uploads'],
  ]),
  'links.open': secrets('Decrypt', LINK_PURPOSES.links),
  'viewer-links.open': both(secrets('Decrypt', LINK_PURPOSES['viewer-links']), table(['BatchGetItem'])),
  'transmittals.write': table(['GetItem', 'PutItem', 'DeleteItem', 'ConditionCheckItem']),
  'sent-sheets.read': table(['Query']),
  'archives.request': both(table(['UpdateItem']), queue('archives', 'SendMessage')),
  'transmittal-links.open': both(secrets('Decrypt', LINK_PURPOSES['transmittal-links']), table(['GetItem'])),
  'unsubscribe.open': both(secrets('Decrypt', LINK_PURPOSES.unsubscribe), table(['GetItem'])),
  ...recordGrants,
  ...queueGrants,
  ...sealGrants,
  'changes.aside': {
    statements: ({ queuePrefix }) => [
      {
        actions: ['sqs:SendMessage'],
        resources: streamWorkerIds.map((id) => queuePrefix.arn + deadLetterName(id)),
      },
    ],
    environment: ({ queuePrefix }) => ({ DEAD_LETTERS_URL: queuePrefix.url }),
  },
  'comparisons.write': writeGrant,
  'comparisons.busy': table(['UpdateItem'], GSI1.name),
  'reviews.write': writeGrant,
  'systems.write': table(['GetItem', 'PutItem', 'UpdateItem']),
  'credentials.read': both(credentialsTable('GetItem'), secrets('Decrypt', ofCredentials)),
  'credentials.write': both(
    writeGrant,
    credentialsTable('PutItem', 'DeleteItem'),
    secrets('GenerateDataKey', ofCredentials),
  ),
  'calls.write': table(['UpdateItem']),
  'api.call': { statements: () => [], environment: () => ({}) },
  outbound: { statements: () => [], environment: () => ({}) },
  'reports.write': writeGrant,
  'reports.busy': table(['UpdateItem'], GSI1.name),
  embedder: {
    statements: (to) => [
      {
        actions: ['bedrock:InvokeModel'],
        resources: [`arn:${to.partition}:bedrock:${to.region}::foundation-model/${to.embeddingModel}`],
      },
    ],
    environment: (to) => ({ EMBEDDING_MODEL: to.embeddingModel }),
  },
  describer: {
    statements: (to) => invoking(to.describingModel, to),
    environment: ({ describingModel }): { DESCRIBING_MODEL?: string } =>
      describingModel === undefined ? {} : { DESCRIBING_MODEL: describingModel },
  },
  'block-reader': {
    statements: (to) => invoking(to.readingModel, to),
    environment: ({ readingModel }): { READING_MODEL?: string } =>
      readingModel === undefined ? {} : { READING_MODEL: readingModel },
  },
  ocr: {
    statements: () => [
      {
        actions: ['textract:DetectDocumentText'],
        resources: ['*'],
        wildcard: 'Textract reads the image in the request and has no resources to restrict the right to.',
      },
    ],
    environment: () => ({}),
  },
  'limits.write': requestsTable('LIMITS', 'UpdateItem'),
  'idempotency.write': requestsTable('IDEMPOTENCY', 'UpdateItem'),
} as const satisfies Record<PortName, Grant>;

/**
 * Returns all statements that a function's role needs for its ports, merged so that each action and resource appears
 * once.
 */
export const statementsOf = (ports: readonly PortName[], to: Resources): Statement[] => {
  const merged = new Map<string, Statement>();
  for (const statement of ports.flatMap((port) => grants[port].statements(to))) {
    const key = JSON.stringify([statement.resources, statement.when]);
    const actions = new Set([...(merged.get(key)?.actions ?? []), ...statement.actions]);
    merged.set(key, { ...statement, actions: [...actions].sort() });
  }
  return [...merged.values()];
};

/** Returns the environment variables that a function's ports need. */
export const environmentOf = (ports: readonly PortName[], to: Resources): Record<string, string> =>
  Object.assign({}, ...ports.map((port) => grants[port].environment(to)));

export const toPolicyStatement = ({ actions, resources, when }: Statement): PolicyStatement =>
  new PolicyStatement({ actions: [...actions], resources: [...resources], ...(when && { conditions: when }) });
