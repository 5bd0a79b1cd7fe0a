import { describe, expect, test } from 'vitest';
import { prefixOf } from '../../infra/cloud/settings.ts';
import { bucketLifecycle, cors } from '../../shared/domain/files/files-bucket.ts';
import {
  credentialsDefinition,
  EXPIRES,
  requestsDefinition,
  STREAM_VIEW,
  tableDefinition,
} from '../../shared/table/definition.ts';
import { assemblyOf, ofType } from './assembly.ts';
import { type Statement, target, written } from './deployed.ts';
import { settled, stages } from './registered.ts';

describe.each(stages)('stage %s', async (stage) => {
  const { stacks } = await assemblyOf(stage);
  const tables = ofType(stacks, 'AWS::DynamoDB::Table');
  const buckets = ofType(stacks, 'AWS::S3::Bucket');
  const keys = ofType(stacks, 'AWS::KMS::Key');

  test('the table has the defined keys and indexes', () => {
    const { BillingMode, AttributeDefinitions, KeySchema, GlobalSecondaryIndexes } = tableDefinition;
    expect(tables).toHaveLength(3);
    expect(tables[0]!.Properties).toMatchObject({
      BillingMode,
      KeySchema,
      GlobalSecondaryIndexes,
    });
    // Local indexes can never be changed or removed, and limit a partition key to 10 GB.
    expect(tables[0]!.Properties.LocalSecondaryIndexes).toBeUndefined();
    const byName = (a: { AttributeName: string }, b: { AttributeName: string }) =>
      a.AttributeName.localeCompare(b.AttributeName);
    expect([...(tables[0]!.Properties.AttributeDefinitions as { AttributeName: string }[])].sort(byName)).toEqual(
      [...AttributeDefinitions].sort(byName),
    );
    expect(tables[0]!.Properties.TimeToLiveSpecification).toEqual({ AttributeName: EXPIRES, Enabled: true });
  });

  test('credentials are stored in a table of their own', () => {
    expect(tables[1]!.Properties).toMatchObject(credentialsDefinition);
    expect(tables[1]!.Properties.GlobalSecondaryIndexes).toBeUndefined();
  });

  test('the table of requests has a TTL and no stream', () => {
    expect(tables[2]!.Properties).toMatchObject(requestsDefinition);
    expect(tables[2]!.Properties.TimeToLiveSpecification).toEqual({ AttributeName: EXPIRES, Enabled: true });
    expect(tables[2]!.Properties.StreamSpecification).toBeUndefined();
    expect(tables[0]!.Properties.StreamSpecification).toEqual({ StreamViewType: STREAM_VIEW });
  });

  test('tables are encrypted with a customer-managed key, can be restored, and are retained in production', () => {
    for (const { Properties, DeletionPolicy } of tables) {
      const { SSEEnabled, KMSMasterKeyId } = Properties.SSESpecification as {
        SSEEnabled: boolean;
        KMSMasterKeyId: unknown;
      };
      expect(SSEEnabled).toBe(true);
      expect(keys.map(({ id }) => id)).toContain(target(KMSMasterKeyId));
      expect(Properties.PointInTimeRecoverySpecification).toEqual({
        PointInTimeRecoveryEnabled: settled[stage].pointInTimeRecovery,
      });
      expect(Properties.DeletionProtectionEnabled ?? false).toBe(settled[stage].deletionProtection);
      expect(DeletionPolicy).toBe(settled[stage].keepsData ? 'RetainExceptOnCreate' : 'Delete');
    }
  });

  test('buckets are encrypted, closed to the public and retained in production', () => {
    expect(buckets).toHaveLength(2);
    const everything = {
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    };
    for (const { id, Properties, DeletionPolicy } of buckets) {
      expect(Properties.BucketEncryption, id).toBeDefined();
      expect(Properties.PublicAccessBlockConfiguration, id).toEqual(everything);
      expect(DeletionPolicy, id).toBe(settled[stage].keepsData ? 'RetainExceptOnCreate' : 'Delete');
    }
  });

  test('buckets reject plain HTTP', () => {
    const policies = ofType(stacks, 'AWS::S3::BucketPolicy');
    for (const { id } of buckets) {
      const statements = policies
        .filter(({ Properties }) => target(Properties.Bucket) === id)
        .flatMap(({ Properties }) => (Properties.PolicyDocument as { Statement: Statement[] }).Statement);
      const refused = statements.filter(
        ({ Effect, Condition }) => Effect === 'Deny' && Condition?.Bool?.['aws:SecureTransport'] === 'false',
      );
      expect(refused, id).toHaveLength(1);
    }
  });

  const files = buckets.find(({ Properties }) => Properties.NotificationConfiguration)!;

  test('the files bucket expires unregistered files, and no others', () => {
    const { Rules } = files.Properties.LifecycleConfiguration as {
      Rules: { ExpirationInDays?: number; Prefix?: string; TagFilters?: unknown; Transitions?: unknown }[];
    };
    expect(Rules.filter(({ ExpirationInDays }) => ExpirationInDays !== undefined)).toEqual([
      {
        ExpirationInDays: bucketLifecycle.unregistered.days,
        Prefix: 'uploads/',
        TagFilters: [{ Key: 'registered', Value: 'no' }],
        Status: 'Enabled',
      },
      {
        ...{ ExpirationInDays: 7, NoncurrentVersionExpiration: { NoncurrentDays: 1 } },
        ...{ Prefix: 'archives/', Status: 'Enabled' },
      },
      expect.objectContaining({ Prefix: 'registers/' }),
    ]);
    const [queue] = ofType(stacks, 'AWS::SQS::Queue').filter(({ Properties }) =>
      String(Properties.QueueName).endsWith('-upload-events-dlq'),
    );
    const waiting = Number(queue!.Properties.MessageRetentionPeriod) / 86_400;
    expect(bucketLifecycle.unregistered.days, 'later than an arrival can be delayed').toBeGreaterThan(waiting);
    expect(Rules).toContainEqual({
      Prefix: 'derived/',
      Transitions: [{ StorageClass: 'STANDARD_IA', TransitionInDays: 30 }],
      Status: 'Enabled',
    });
  });

  test('the files bucket is versioned, aborts incomplete uploads and announces complete ones', () => {
    expect(files.Properties.VersioningConfiguration).toEqual({ Status: 'Enabled' });
    const { Rules } = files.Properties.LifecycleConfiguration as { Rules: Record<string, unknown>[] };
    expect(Rules).toContainEqual({ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 }, Status: 'Enabled' });
    expect(Rules).toContainEqual(expect.objectContaining({ Prefix: 'registers/', ExpirationInDays: 30 }));
    const { CorsRules } = files.Properties.CorsConfiguration as { CorsRules: object[] };
    expect(CorsRules).toEqual([
      {
        AllowedOrigins: ['*'],
        AllowedHeaders: ['*'],
        AllowedMethods: ['GET', 'HEAD', 'PUT', 'POST'],
        ExposedHeaders: cors.exposedHeaders,
        MaxAge: cors.maxAgeSeconds,
      },
    ]);
    const { QueueConfigurations } = files.Properties.NotificationConfiguration as {
      QueueConfigurations: { Event: string; Queue: unknown; Filter: unknown }[];
    };
    const [announcement, ...others] = QueueConfigurations;
    expect(others).toEqual([]);
    const queue = ofType(stacks, 'AWS::SQS::Queue').find(
      ({ Properties }) => Properties.QueueName === `${prefixOf({ stage })}-upload-events`,
    )!;
    expect(target(announcement!.Queue)).toBe(queue.id);
    expect(announcement).toMatchObject({
      Event: 's3:ObjectCreated:*',
      Filter: { S3Key: { Rules: [{ Name: 'prefix', Value: 'uploads/' }] } },
    });
    // S3 sends to the queue when the bucket is created: the policy must exist by then.
    const policy = ofType(stacks, 'AWS::SQS::QueuePolicy').find(({ id }) => files.DependsOn?.includes(id))!;
    const { Statement } = policy.Properties.PolicyDocument as { Statement: Statement[] };
    const allowed = Statement.find(({ Effect }) => Effect === 'Allow')!;
    expect(allowed.Action).toContain('sqs:SendMessage');
    expect(written(allowed.Condition)).toMatch(
      /^\{StringEquals: \{aws:SourceAccount: (<AWS::AccountId>|123456789012)\}\}$/,
    );
  });

  test('keys are rotated', () => {
    for (const { id, Properties } of keys) expect(Properties.EnableKeyRotation, id).toBe(true);
  });
});
