import { CfnOutput, Duration, type RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
  type TableProps,
} from 'aws-cdk-lib/aws-dynamodb';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CfnBucket,
  HttpMethods,
  ObjectOwnership,
  StorageClass,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { announcedPrefix, bucketLifecycle, cors } from '../../shared/domain/files/files-bucket.ts';
import { queueNames } from '../../shared/queue/queues.ts';
import { BUSY_FIELDS, CHANGES_KEPT_SECONDS, EXPIRES, GSI1, KEY, STREAM_VIEW } from '../../shared/table/definition.ts';
import type { Resources } from './grants.ts';
import { MailConstruct } from './mail.ts';
import { acknowledge } from './nag.ts';
import { BUCKET_REPLICATION, LOG_BUCKET, TABLE_BACKUP } from './nist.ts';
import { ACCESS_LOGS_OUTPUT, DATA_OUTPUTS } from './outputs.ts';
import { QueueWithDeadLetters } from './queue-resources.ts';
import { addDeployer, type Deployer } from './rollout.ts';
import { prefixOf, removalOf, type Settings, stackProps } from './settings.ts';

export interface DataStackProps {
  settings: Settings;
}

const text = AttributeType.STRING;

/** The resources that outlive deployments: tables, files, their keys, and the workers' queues. */
export class DataStack extends Stack {
  /** Defined if the stage deploys by canary. */
  readonly deployer: Deployer | undefined;
  readonly #table: Table;
  readonly #credentials: Table;
  readonly #requests: Table;
  readonly #files: Bucket;
  readonly #key: Key;
  readonly #secretsKey: Key;

  constructor(scope: Construct, id: string, { settings }: DataStackProps) {
    super(scope, id, stackProps(settings, 'records, files and queues.'));
    const removalPolicy = removalOf(settings);

    this.#key = new Key(this, 'Key', {
      description: `Records and files of ${prefixOf(settings)}`,
      enableKeyRotation: true,
      removalPolicy,
    });
    this.#secretsKey = new Key(this, 'SecretsKey', {
      description: `Links and credentials of ${prefixOf(settings)}`,
      enableKeyRotation: true,
      removalPolicy,
    });
    this.#table = this.#newTable('Records', settings, removalPolicy, {
      timeToLiveAttribute: EXPIRES,
      stream: StreamViewType[STREAM_VIEW],
    });
    this.#table.addGlobalSecondaryIndex({
      indexName: GSI1.name,
      partitionKey: { name: GSI1.partition, type: text },
      sortKey: { name: GSI1.sort, type: text },
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: [...BUSY_FIELDS],
    });
    this.#credentials = this.#newTable('Credentials', settings, removalPolicy);
    this.#requests = this.#newTable('Requests', settings, removalPolicy, { timeToLiveAttribute: EXPIRES });

    for (const name of queueNames) {
      const queue = new QueueWithDeadLetters(this, `${name}-queue`, { settings, name });
      if (name === 'upload-events') this.#uploads = queue;
      const { mailSender: sender } = settings;
      if (name === 'mail-events' && sender) new MailConstruct(this, 'Mail', { settings, sender, events: queue });
    }
    this.#files = this.#bucket(settings, removalPolicy);
    if (settings.canary) this.deployer = addDeployer(this, settings, (value) => this.exportValue(value));
    const values: Record<keyof typeof DATA_OUTPUTS, string> = {
      TABLE_NAME: this.#table.tableName,
      CREDENTIALS_TABLE_NAME: this.#credentials.tableName,
      REQUESTS_TABLE_NAME: this.#requests.tableName,
      FILES_BUCKET: this.#files.bucketName,
      KMS_KEY_ID: this.#secretsKey.keyArn,
    };
    for (const [variable, id] of Object.entries(DATA_OUTPUTS)) {
      new CfnOutput(this, id, { value: values[variable as keyof typeof DATA_OUTPUTS] });
    }
  }

  #uploads: QueueWithDeadLetters | undefined;

  /** Creates a table with the key schema that all tables share. */
  #newTable(id: string, settings: Settings, removalPolicy: RemovalPolicy, more: Partial<TableProps> = {}): Table {
    const table = new Table(this, id, {
      partitionKey: { name: KEY.partition, type: text },
      sortKey: { name: KEY.sort, type: text },
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: this.#key,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: settings.pointInTimeRecovery },
      deletionProtection: settings.deletionProtection,
      removalPolicy,
      ...more,
    });
    acknowledge(table, TABLE_BACKUP);
    if (!settings.pointInTimeRecovery) {
      const reason = 'The data of a preview is deleted with its pull request.';
      acknowledge(table, { 'AwsSolutions-DDB3': reason, 'NIST.800.53.R5-DynamoDBPITREnabled': reason });
    }
    return table;
  }

  #bucket(settings: Settings, removalPolicy: RemovalPolicy): Bucket {
    const common = {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      removalPolicy,
    };
    const accessLogs = new Bucket(this, 'AccessLogs', {
      ...common,
      // S3's log delivery cannot write with a customer-managed key.
      encryption: BucketEncryption.S3_MANAGED,
      lifecycleRules: [{ expiration: Duration.days(settings.bucketLogDays) }],
    });
    acknowledge(accessLogs, { ...BUCKET_REPLICATION, ...LOG_BUCKET });
    new CfnOutput(this, ACCESS_LOGS_OUTPUT, { value: accessLogs.bucketName });
    const files = new Bucket(this, 'Files', {
      ...common,
      encryption: BucketEncryption.KMS,
      encryptionKey: this.#key,
      bucketKeyEnabled: true,
      versioned: true,
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: 'files/',
      lifecycleRules: [
        { abortIncompleteMultipartUploadAfter: Duration.days(bucketLifecycle.incompleteUploadDays) },
        {
          prefix: bucketLifecycle.unregistered.prefix,
          tagFilters: { [bucketLifecycle.unregistered.tag.key]: bucketLifecycle.unregistered.tag.value },
          expiration: Duration.days(bucketLifecycle.unregistered.days),
        },
        {
          prefix: bucketLifecycle.archives.prefix,
          expiration: Duration.days(bucketLifecycle.archives.days),
          noncurrentVersionExpiration: Duration.days(1),
        },
        {
          prefix: bucketLifecycle.rarelyRead.prefix,
          transitions: [
            {
              storageClass: StorageClass.INFREQUENT_ACCESS,
              transitionAfter: Duration.days(bucketLifecycle.rarelyRead.days),
            },
          ],
        },
        { noncurrentVersionExpiration: Duration.days(settings.formerVersionDays), expiredObjectDeleteMarker: true },
        // Snapshots are overwritten often and can be rebuilt from the table at any time. They are useless once the
        // changes since then have expired.
        {
          prefix: 'registers/',
          expiration: Duration.seconds(CHANGES_KEPT_SECONDS),
          noncurrentVersionExpiration: Duration.days(1),
        },
        // Indexes are overwritten often too, and can be rebuilt from the table with a command.
        { prefix: 'search/', noncurrentVersionExpiration: Duration.days(1) },
      ],
      cors: [
        {
          allowedOrigins: [...settings.corsOrigins],
          allowedMethods: cors.methods.map((method) => HttpMethods[method]),
          allowedHeaders: ['*'],
          exposedHeaders: [...cors.exposedHeaders],
          maxAge: cors.maxAgeSeconds,
        },
      ],
    });
    acknowledge(files, BUCKET_REPLICATION);
    this.#announceUploads(files);
    return files;
  }

  /**
   * Sends an event to the queue for each uploaded object. Configured on the bucket itself, because CDK's own way is a
   * function with rights on every bucket.
   */
  #announceUploads(files: Bucket): void {
    const { queue } = this.#uploads!;
    const policy = queue.grantSendMessages(
      // The bucket's name is not known before the bucket, which needs this policy first, so the condition is on its
      // account.
      new ServicePrincipal('s3.amazonaws.com', { conditions: { StringEquals: { 'aws:SourceAccount': this.account } } }),
    );
    policy.applyBefore(files);
    const bucket = files.node.defaultChild as CfnBucket;
    bucket.notificationConfiguration = {
      queueConfigurations: [
        {
          event: 's3:ObjectCreated:*',
          queue: queue.queueArn,
          filter: { s3Key: { rules: [{ name: 'prefix', value: announcedPrefix }] } },
        },
      ],
    };
  }

  /** Returns what other stacks grant rights on, as values that they import. */
  exports(): Pick<
    Resources,
    | 'tableName'
    | 'tableArn'
    | 'tableStreamArn'
    | 'credentialsTableName'
    | 'credentialsTableArn'
    | 'requestsTableName'
    | 'requestsTableArn'
    | 'filesBucketName'
    | 'filesBucketArn'
    | 'dataKeyArn'
    | 'secretsKeyArn'
  > {
    return {
      tableName: this.exportValue(this.#table.tableName),
      tableArn: this.exportValue(this.#table.tableArn),
      tableStreamArn: this.exportValue(this.#table.tableStreamArn!),
      credentialsTableName: this.exportValue(this.#credentials.tableName),
      credentialsTableArn: this.exportValue(this.#credentials.tableArn),
      requestsTableName: this.exportValue(this.#requests.tableName),
      requestsTableArn: this.exportValue(this.#requests.tableArn),
      filesBucketName: this.exportValue(this.#files.bucketName),
      filesBucketArn: this.exportValue(this.#files.bucketArn),
      dataKeyArn: this.exportValue(this.#key.keyArn),
      secretsKeyArn: this.exportValue(this.#secretsKey.keyArn),
    };
  }
}
