import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dynoxideBinary } from '../../infra/local/dynamodb/dynoxide-binary.ts';
import type { LocalOperation, LocalQueueWorker, LocalScheduledWorker } from '../../infra/local/load-registry.ts';
import { LocalError } from '../../infra/local/local-error.ts';
import { type LocalOptions, startLocal } from '../../infra/local/start-local.ts';
import { eventually, serveHttp, temporaryDirectory } from './support.ts';

const nothing = { operations: [], workers: [] };

async function start(options: LocalOptions) {
  const service = await startLocal({ port: 0, dataDir: temporaryDirectory(), ...options });
  onTestFinished(service.stop);
  return service;
}

async function refusal(options: LocalOptions): Promise<string> {
  const starting = start({ registry: nothing, ...options });
  await expect(starting).rejects.toBeInstanceOf(LocalError);
  const sentence = await starting.catch((error: LocalError) => error.message);
  expect(sentence).not.toContain('\n');
  return String(sentence);
}

describe('start', () => {
  it('serves operations, feeds workers and runs schedules, each with the environment of the Lambda functions', async () => {
    const events: SQSEvent[] = [];
    const runs: string[] = [];
    const operation: LocalOperation = {
      operation: { id: 'get-thing', method: 'GET', path: '/api/v1/things/{thing_id}' },
      handler: async (event) => ({
        statusCode: 200,
        body: JSON.stringify([event.pathParameters, process.env.TABLE_NAME]),
      }),
    };
    const worker: LocalQueueWorker = {
      worker: { id: 'take', queue: 'process', timeoutSeconds: 10 },
      handler: async (event) => void events.push(event),
    };
    const arrivals: LocalQueueWorker = {
      worker: { id: 'arrive', queue: 'upload-events', timeoutSeconds: 10 },
      handler: async (event) => void events.push(event),
    };
    const clock: LocalScheduledWorker = {
      worker: { id: 'sweep', schedule: { rateMinutes: 60 }, timeoutSeconds: 10 },
      handler: async (event) => void runs.push(event['detail-type']),
    };

    const { baseUrl, environment } = await start({
      registry: { operations: [operation], workers: [worker, arrivals, clock] },
    });
    const answer = await fetch(`${baseUrl}/api/v1/things/7`);
    const [sqs, s3] = [new SQSClient(), new S3Client({ forcePathStyle: true })];
    await sqs.send(new SendMessageCommand({ QueueUrl: process.env.PROCESS_QUEUE_URL, MessageBody: 'work' }));
    await eventually(() => events.length === 1 || undefined);
    const Bucket = process.env.FILES_BUCKET;
    await s3.send(new PutObjectCommand({ Bucket, Key: 'uploads/o1/u1/plan.pdf', Body: 'bytes' }));
    await eventually(() => events.length === 2 || undefined);
    const object = await s3.send(new GetObjectCommand({ Bucket, Key: 'uploads/o1/u1/plan.pdf' }));

    expect([answer.status, await answer.json()]).toEqual([200, [{ thing_id: '7' }, 'construction']]);
    expect(events[0]?.Records[0]?.body).toBe('work');
    expect(JSON.parse(events[1]?.Records[0]?.body ?? '').Records[0].s3.object.key).toBe('uploads/o1/u1/plan.pdf');
    expect(await object.Body?.transformToString()).toBe('bytes');
    expect(runs).toEqual(['Scheduled Event']);
    expect(environment).toMatchObject({
      ...{
        JWT_ISSUER: baseUrl,
        JWKS_URL: `${baseUrl}/oauth/jwks`,
        JWT_AUDIENCE: 'construction-api',
        PUBLIC_BASE_URL: baseUrl,
      },
      ...{ AWS_ENDPOINT_URL_S3: `${baseUrl}/s3`, KMS_KEY_ID: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      UPLOAD_EVENTS_QUEUE_URL: expect.stringMatching(/\/upload-events$/),
      PROCESS_DLQ_QUEUE_URL: expect.stringMatching(/\/process-dlq$/),
    });
  });

  it('multiplies the timeouts of operations and workers by FUNCTION_TIMEOUT_FACTOR', async () => {
    const remaining: number[] = [];
    const operation: LocalOperation = {
      operation: { id: 'get-thing', method: 'GET', path: '/api/v1/things' },
      handler: async (_event, context) => {
        remaining.push(context.getRemainingTimeInMillis());
        return { statusCode: 204 };
      },
    };
    const clock: LocalScheduledWorker = {
      worker: { id: 'sweep', schedule: { rateMinutes: 60 }, timeoutSeconds: 10 },
      handler: async (_event, context) => void remaining.push(context.getRemainingTimeInMillis()),
    };

    const registry = { operations: [operation], workers: [clock] };
    const { baseUrl } = await start({ registry, environment: { FUNCTION_TIMEOUT_FACTOR: '100' } });
    await fetch(`${baseUrl}/api/v1/things`);
    await eventually(() => remaining.length === 2 || undefined);

    for (const milliseconds of remaining) expect(milliseconds).toBeLessThanOrEqual(1_000_000);
    for (const milliseconds of remaining) expect(milliseconds).toBeGreaterThan(500_000);
  });

  it('restores the environment when it stops', async () => {
    process.env.AWS_PROFILE = 'someone';
    onTestFinished(() => {
      delete process.env.AWS_PROFILE;
    });
    const before = { ...process.env };

    const service = await start({ registry: nothing, environment: { LEASE_SECONDS: '7' } });
    expect([process.env.AWS_PROFILE, process.env.LEASE_SECONDS]).toEqual([undefined, '7']);
    await service.stop();

    expect({ ...process.env }).toEqual(before);
  });

  it('rejects other host names, which a web page could resolve to this machine', async () => {
    const { baseUrl } = await start({ registry: nothing });
    const { port } = new URL(baseUrl);
    const { request } = await import('node:http');

    const status = await new Promise((resolve, reject) => {
      const call = request({
        port,
        host: '127.0.0.1',
        path: '/.well-known/openid-configuration',
        headers: { host: 'evil.test' },
      });
      call
        .on('response', (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });

    expect(status).toBe(421);
  });
});

describe('startup fails', () => {
  it.each([
    ['queues/fauxqs.db', 'cannot be read', 'delete'],
    ['keys/keys.json', 'is damaged', 'from a backup'],
    ['identity/signing-keys.json', 'is damaged', 'delete'],
    ['identity/clients.json', 'is damaged', 'delete'],
    ['identity/state.db', 'cannot be read', 'delete'],
    ['objects/index.db', 'cannot be read', 'from a backup'],
    ['mail/mails.db', 'cannot be read', 'delete'],
    ['credentials.json', 'is damaged', 'delete'],
    ['lock.db', 'cannot be used', 'delete'],
  ])('naming %s when it is corrupt, and how to recover', async (file, what, advice) => {
    const dataDir = temporaryDirectory();
    mkdirSync(dirname(join(dataDir, file)), { recursive: true });
    // The lock file marks the folder as the service's own.
    writeFileSync(join(dataDir, 'lock.db'), '');
    writeFileSync(join(dataDir, file), 'nothing that this file should hold '.repeat(40));

    const sentence = await refusal({ dataDir });

    expect(sentence).toContain(file.split('/')[0]);
    expect(sentence).toContain(what);
    expect(sentence).toContain(advice);
    // Never advises deleting what cannot be recreated.
    if (advice !== 'delete') expect(sentence).not.toMatch(/delete/);
  });

  it.each([
    ['dynamodb/table.db', 'nothing that this file should hold '.repeat(400)],
    ['dynamodb/table.db', ''],
    ['dynamodb/table.db', undefined],
    ['keys/keys.json', ''],
    ['keys/keys.json', undefined],
    ['keys/keys.json', '[]'],
  ])('naming %s of a directory in use when its content is %j', async (file, content) => {
    const dataDir = temporaryDirectory();
    const service = await startLocal({ port: 0, dataDir, registry: nothing });
    await service.stop();
    if (content === undefined) rmSync(join(dataDir, file));
    else writeFileSync(join(dataDir, file), content);

    const sentence = await refusal({ dataDir });

    expect(sentence).toContain(file);
    expect(sentence).toMatch(/backup/);
    expect(sentence).not.toMatch(/delete/);
    // No replacement was created.
    if (content === undefined) expect(existsSync(join(dataDir, file))).toBe(false);
    else expect(readFileSync(join(dataDir, file), 'utf8')).toBe(content);
  });

  it.each([
    [{ PORT: 'http' }, 'PORT must be a port number'],
    [{ PORT: '70000' }, 'PORT'],
    [{ AWS_ENDPOINT_URL_SQS: 'somewhere' }, 'AWS_ENDPOINT_URL_SQS must be an http or https URL'],
    [{ RATE_LIMIT_PER_MINUTE: 'many' }, 'RATE_LIMIT_PER_MINUTE'],
    [{ RATE_LIMIT_CONCURRENT: '0' }, 'RATE_LIMIT_CONCURRENT'],
    [{ JWT_ISSUER: 'http://issuer.test' }, 'JWT_ISSUER and JWKS_URL together'],
    [{ AWS_ENDPOINT_URL_KMS: 'http://localhost:1' }, 'KMS_KEY_ID'],
  ])('naming the invalid variable in %o', async (environment: Record<string, string>, what) => {
    const { PORT, ...rest } = environment;
    expect(await refusal({ environment: rest, ...(PORT ? { port: PORT as unknown as number } : {}) })).toContain(what);
  });

  it('if another instance uses the data directory, or the table has another version', async () => {
    const service = await start({ registry: nothing });
    expect(await refusal({ dataDir: service.dataDirectory })).toContain(service.baseUrl);

    const definition = { GlobalSecondaryIndexes: [{ IndexName: 'other' }] };
    const elsewhere = await serveHttp((_request, response) => {
      response
        .writeHead(200, { 'content-type': 'application/x-amz-json-1.0' })
        .end(JSON.stringify({ Table: definition }));
    });
    expect(await refusal({ environment: { AWS_ENDPOINT_URL_DYNAMODB: elsewhere } })).toContain('another version');
  });

  it.each(['/proc/nowhere', '/proc/nowhere/below'])('if the data directory cannot be created: %s', async (dataDir) => {
    expect(await refusal({ dataDir })).toMatch(
      /^The folder \/proc\/nowhere.* cannot be created \(ENOENT\): .*DATA_DIR=/,
    );
  });

  it('on a platform without an embedded DynamoDB', () => {
    expect(() => dynoxideBinary('darwin-arm64')).toThrow(
      /no embedded DynamoDB for darwin-arm64: run .* AWS_ENDPOINT_URL_DYNAMODB=/,
    );
  });
});

it('starts no part that an endpoint replaces', async () => {
  const targets = new Set<unknown>();
  const elsewhere = await serveHttp((request, response) => {
    targets.add(request.headers['x-amz-target']);
    const body = { __type: 'com.amazonaws.dynamodb.v20120810#AccessDeniedException', message: 'not here' };
    response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
  });
  const started: string[] = [];

  const environment = { AWS_ENDPOINT_URL_DYNAMODB: elsewhere };
  const starting = start({ registry: nothing, environment, onProgress: (text) => started.push(text) });

  await expect(starting).rejects.toThrow('not here');
  expect([...targets]).toEqual(['DynamoDB_20120810.DescribeTable']);
  expect(started).toContain('queues (SQS)');
  expect(started).not.toContain('table (DynamoDB)');
});
