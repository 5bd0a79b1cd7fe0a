import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import {
  CreateBucketCommand,
  PutBucketCorsCommand,
  PutBucketNotificationConfigurationCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { CreateConfigurationSetCommand, SESClient, VerifyEmailIdentityCommand } from '@aws-sdk/client-ses';
import { CreateQueueCommand, GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { root } from '../../infra/build/root.ts';
import { announcedPrefix, cors } from '../../shared/domain/files/files-bucket.ts';

/**
 * Runs the service and the demonstration on third-party emulators: moto for S3, SQS, KMS and SES, and DynamoDB Local
 * for the tables. Skips, naming what is missing, if they are not installed.
 *
 * pip install 'moto[server]'
 * DYNAMODB_LOCAL=/folder/of/its/jars npm run test:emulators
 *
 * `DYNAMODB_LOCAL_MAIN` names the main class of versions before 3.
 */
const REGION = 'us-east-1';
const SENDER = 'documents@example.com';
const BUCKET = 'files';
const started: ChildProcess[] = [];

const skip = (missing: string): never => {
  console.log(`skipped: ${missing}`);
  process.exit(0);
};

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

const start = (command: string, args: readonly string[], environment: Record<string, string> = {}): ChildProcess => {
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...environment }, stdio: 'pipe' });
  started.push(child);
  child.stderr.pipe(process.stderr);
  return child;
};

/** Waits until the address answers, with any status. @throws Error after a minute, or when the process ends */
const answering = async (url: string, child: ChildProcess): Promise<void> => {
  for (let attempt = 0; attempt < 240; attempt++) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`);
    if (await fetch(url).then(Boolean, () => false)) return;
    await sleep(250);
  }
  throw new Error(`${child.spawnfile} does not answer at ${url}`);
};

/** The folder of DynamoDB Local's jars, and the folder of its native libraries in it, if any. */
const jars = (): string => {
  const { DYNAMODB_LOCAL: folder } = process.env;
  if (!folder) return skip('DYNAMODB_LOCAL names no folder with the jars of DynamoDB Local');
  if (!existsSync(folder) || !readdirSync(folder).some((name) => /^DynamoDBLocal.*\.jar$/.test(name)))
    return skip(`${folder} holds no jar of DynamoDB Local`);
  return folder;
};

/** Creates in moto what the service expects to exist. Returns the variables that name it. */
const furnish = async (endpoint: string, credentials: { accessKeyId: string; secretAccessKey: string }) => {
  const client = { endpoint, region: REGION, credentials };
  const s3 = new S3Client({ ...client, forcePathStyle: true });
  const sqs = new SQSClient(client);
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'upload-events' }));
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }));
  await s3.send(new CreateBucketCommand({ Bucket: BUCKET }));
  const rule = {
    AllowedOrigins: ['*'],
    AllowedHeaders: ['*'],
    AllowedMethods: [...cors.methods],
    ExposeHeaders: [...cors.exposedHeaders],
  };
  await s3.send(new PutBucketCorsCommand({ Bucket: BUCKET, CORSConfiguration: { CORSRules: [rule] } }));
  const QueueConfiguration = {
    QueueArn: Attributes!.QueueArn!,
    Events: ['s3:ObjectCreated:*' as const],
    Filter: { Key: { FilterRules: [{ Name: 'prefix' as const, Value: announcedPrefix }] } },
  };
  await s3.send(
    new PutBucketNotificationConfigurationCommand({
      Bucket: BUCKET,
      NotificationConfiguration: { QueueConfigurations: [QueueConfiguration] },
    }),
  );
  const ses = new SESClient(client);
  await ses.send(new VerifyEmailIdentityCommand({ EmailAddress: SENDER }));
  await ses.send(new CreateConfigurationSetCommand({ ConfigurationSet: { Name: 'mails' } }));
  const { KeyMetadata } = await new KMSClient(client).send(new CreateKeyCommand({}));
  return {
    ...{ FILES_BUCKET: BUCKET, KMS_KEY_ID: KeyMetadata!.KeyId!, MAIL_SENDER: SENDER, MAIL_CONFIGURATION_SET: 'mails' },
    ...Object.fromEntries(['S3', 'SQS', 'KMS', 'SES'].map((name) => [`AWS_ENDPOINT_URL_${name}`, endpoint])),
  };
};

const main = async (): Promise<void> => {
  if (spawnSync('moto_server', ['--help']).status !== 0)
    skip("moto_server is not installed: pip install 'moto[server]'");
  if (spawnSync('java', ['-version']).status !== 0) skip('java, which DynamoDB Local runs on, is not installed');
  const folder = jars();
  const [motoPort, tablePort, port] = [await freePort(), await freePort(), await freePort()];
  const [moto, tables] = [`http://127.0.0.1:${motoPort}`, `http://127.0.0.1:${tablePort}`];
  const credentials = { accessKeyId: 'emulated', secretAccessKey: 'emulated-secret' };
  const database = start('java', [
    ...[`-Djava.library.path=${folder}`, `-Dsqlite4java.library.path=${folder}`, '-cp', join(folder, '*')],
    ...[process.env.DYNAMODB_LOCAL_MAIN ?? 'software.amazon.dynamodb.services.local.main.ServerRunner'],
    ...['-inMemory', '-sharedDb', '-disableTelemetry', '-port', String(tablePort)],
  ]);
  const server = start('moto_server', ['-H', '127.0.0.1', '-p', String(motoPort)]);
  await Promise.all([answering(tables, database), answering(moto, server)]);
  const dataDirectory = mkdtempSync(join(tmpdir(), 'emulators-'));
  try {
    const environment = {
      ...(await furnish(moto, credentials)),
      AWS_ENDPOINT_URL_DYNAMODB: tables,
      ...{ TABLE_NAME: 'records', CREDENTIALS_TABLE_NAME: 'credentials', REQUESTS_TABLE_NAME: 'requests' },
      ...{ AWS_REGION: REGION, AWS_ACCESS_KEY_ID: credentials.accessKeyId },
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      ...{ PORT: String(port), DATA_DIR: dataDirectory, LOG_LEVEL: 'error' },
    };
    const service = start(process.execPath, ['infra/local/launch.mjs'], environment);
    await new Promise<void>((resolve, reject) => {
      createInterface({ input: service.stdout! }).on('line', (line) => {
        console.log(`service: ${line}`);
        if (line.startsWith('ready ')) resolve();
      });
      service.once('exit', (code) => reject(new Error(`The service ended with ${code} before it was ready`)));
    });
    const demo = start(process.execPath, ['infra/commands/demo.ts'], environment);
    demo.stdout!.pipe(process.stdout);
    const code = await new Promise((resolve) => demo.once('exit', resolve));
    if (code !== 0) throw new Error(`The demonstration ended with ${code}`);
    console.log('the service and the demonstration run on moto and DynamoDB Local');
  } finally {
    for (const child of started.reverse()) child.kill('SIGTERM');
    await sleep(500);
    rmSync(dataDirectory, { recursive: true, force: true });
  }
};

try {
  await main();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  for (const child of started) child.kill('SIGKILL');
}
