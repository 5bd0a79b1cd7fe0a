import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Instance, readInstance } from '../../infra/local/data-directory.ts';
import { startDynamoDb } from '../../infra/local/dynamodb/dynamodb.ts';
import { SANDBOX } from '../../infra/local/identity/sandbox.ts';
import { listenOnLoopback } from '../../infra/local/loopback.ts';
import { eventually, temporaryDirectory } from './support.ts';

const project = resolve(import.meta.dirname, '../..');

interface Run {
  child: ChildProcess;
  ended: Promise<number | null>;
  stdout(): string;
  stderr(): string;
}

/** Runs a script as a user's shell would, without this process's own settings, as if on the given platform. */
function run(script: string, args: string[], environment: Record<string, string>, platform?: string): Run {
  const options = platform ? ['--import', join(import.meta.dirname, 'as-platform.mjs')] : [];
  const child = spawn(process.execPath, [...options, join(project, 'infra', script), ...args], {
    cwd: project,
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      ...(platform && { AS_PLATFORM: platform }),
      ...environment,
    },
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk;
  });
  // Unlike 'exit', 'close' comes after all output.
  const ended = once(child, 'close').then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, ended, stdout: () => output.stdout, stderr: () => output.stderr };
}

async function startService(
  environment: Record<string, string>,
  platform?: string,
): Promise<Run & { baseUrl: string }> {
  const service = run('local/launch.mjs', [], { PORT: '0', LOG_LEVEL: 'silent', ...environment }, platform);
  const failed = service.ended.then((code) => {
    throw new Error(`ended with ${code}: ${service.stderr()}`);
  });
  const ready = eventually(() => /^ready (http:\/\/localhost:\d+)$/m.exec(service.stdout())?.[1]);
  const baseUrl = await Promise.race([ready, failed]);
  failed.catch(() => undefined);
  return { ...service, baseUrl };
}

/** The error of a start that cannot succeed, which is one sentence. */
async function refusal(environment: Record<string, string>, platform?: string): Promise<string> {
  const service = run('local/launch.mjs', [], environment, platform);
  expect(await service.ended).toBe(1);
  expect(service.stdout()).not.toContain('ready');
  expect(service.stderr().trim().split('\n')).toHaveLength(1);
  return service.stderr();
}

const instanceOf = (directory: string): Instance => {
  const instance = readInstance(directory);
  if (!instance) throw new Error('There is no running instance.');
  return instance;
};

/** A client with the credentials of the instance running on the directory. */
function s3Of(directory: string): S3Client {
  const credentials = JSON.parse(readFileSync(join(directory, 'credentials.json'), 'utf8'));
  const endpoint = instanceOf(directory).endpoints.S3;
  const client = new S3Client({ endpoint, region: 'us-east-1', credentials, forcePathStyle: true });
  onTestFinished(() => client.destroy());
  return client;
}

const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

describe('the service', () => {
  it('starts, locks its data directory, keeps its state through kill -9 and exits with 0', async () => {
    const DATA_DIR = temporaryDirectory();

    const first = await startService({ DATA_DIR });
    const { endpoints } = instanceOf(DATA_DIR);
    const object = { Bucket: 'construction-files', Key: 'kept.txt' };
    await s3Of(DATA_DIR).send(new PutObjectCommand({ ...object, Body: 'kept' }));
    const keys = await (await fetch(`${first.baseUrl}/oauth/jwks`)).json();
    const unknown = await fetch(`${first.baseUrl}/nothing`);
    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      expect.objectContaining({ code: 'not_found', request_id: expect.stringMatching(/./) }),
    ]);
    expect((await fetch(`${first.baseUrl}/api/nothing`)).status).toBe(404);
    expect((await fetch(`${first.baseUrl}/mail`)).status).toBe(200);
    expect(await refusal({ DATA_DIR, PORT: '0' })).toContain('is in use by a running instance');

    first.child.kill('SIGKILL');
    await first.ended;
    await eventually(async () => ((await answers(endpoints.DYNAMODB ?? '')) ? undefined : true));

    const second = await startService({ DATA_DIR });
    expect(await (await fetch(`${second.baseUrl}/oauth/jwks`)).json()).toEqual(keys);
    const kept = await s3Of(DATA_DIR).send(new GetObjectCommand(object));
    expect(await kept.Body?.transformToString()).toBe('kept');
    const { DYNAMODB: endpoint } = instanceOf(DATA_DIR).endpoints;
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
    onTestFinished(() => client.destroy());
    const { Table } = await client.send(new DescribeTableCommand({ TableName: 'construction' }));
    expect(Table?.TableStatus).toBe('ACTIVE');

    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    expect(second.stderr()).toBe('');
    expect(readdirSync(DATA_DIR)).not.toContain('instance.json');
    expect(await answers(endpoint ?? '')).toBe(false);
  });

  it('says what to do when its port is taken', async () => {
    const server = createServer();
    const port = await listenOnLoopback(server, 0);
    onTestFinished(() => void server.close());

    const sentence = await refusal({ DATA_DIR: temporaryDirectory(), PORT: String(port) });

    expect(sentence).toContain(`Port ${port} is in use`);
    expect(sentence).toContain('PORT=');
  });
});

describe.each(['darwin', 'win32'])('on %s', (platform) => {
  it('says in one sentence which table to provide, and starts with it', async () => {
    const DATA_DIR = temporaryDirectory();
    expect(await refusal({ DATA_DIR, PORT: '0' }, platform)).toMatch(
      /There is no embedded DynamoDB for \w+-\w+: run .* and set AWS_ENDPOINT_URL_DYNAMODB=/,
    );
    const table = await startDynamoDb(temporaryDirectory());
    onTestFinished(() => table.stop());
    const service = await startService({ DATA_DIR, AWS_ENDPOINT_URL_DYNAMODB: table.endpoint }, platform);
    expect(instanceOf(DATA_DIR).endpoints).toMatchObject({ S3: expect.any(String), SQS: expect.any(String) });
    expect((await fetch(`${service.baseUrl}/api/public/health`)).status).toBe(200);
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
  });
});

describe('npm run token', () => {
  const valid = ['--user', 'ann.lee', '--organization', 'o1', '--role', 'member,manager'];
  const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

  it('prints only a token, for the given port, even before the service has run', async () => {
    const DATA_DIR = temporaryDirectory();

    const command = run('commands/token.ts', [...valid, '--scope', 'documents:read', '--expires-in', '-60'], {
      DATA_DIR,
      PORT: '4321',
    });
    expect(await command.ended).toBe(0);
    const claims = claimsOf(command.stdout());

    expect(command.stdout()).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    expect(claims).toMatchObject({
      ...{
        iss: 'http://localhost:4321',
        aud: 'construction-api',
        sub: 'ann.lee',
        org_id: 'o1',
        roles: ['member', 'manager'],
      },
      ...{ scope: 'documents:read', name: 'Ann Lee', email: 'ann.lee@example.com', client_id: 'command-line' },
    });
    expect(claims.exp).toBeLessThan(Date.now() / 1000);
    expect(readFileSync(join(DATA_DIR, 'identity/signing-keys.json'), 'utf8')).toContain('"ES256"');
  });

  it('rejects a data folder that does not belong to the service at the address, and writes nothing into it', async () => {
    const own = temporaryDirectory();
    const { baseUrl } = await startService({ DATA_DIR: own });
    const PORT = new URL(baseUrl).port;
    const DATA_DIR = temporaryDirectory();
    const wrong = run('commands/token.ts', valid, { DATA_DIR, PORT });
    expect(await wrong.ended).toBe(1);
    expect(wrong.stdout()).toBe('');
    expect(wrong.stderr()).toMatch(
      /^The service at http:\/\/localhost:\d+ has another data folder than .+: set DATA_DIR/,
    );
    expect(readdirSync(DATA_DIR)).toEqual([]);

    const right = run('commands/token.ts', ['--role', 'org_admin'], { DATA_DIR: own, PORT });
    expect(await right.ended).toBe(0);
    const headers = { authorization: `Bearer ${right.stdout().trim()}` };
    const organization = await fetch(`${baseUrl}/api/v1/organizations/${SANDBOX.organization}`, { headers });
    expect(await organization.json()).toMatchObject({ name: 'Demo' });
  });

  it('creates one key when several run at once', async () => {
    const DATA_DIR = temporaryDirectory();
    const commands = [1, 2, 3].map(() => run('commands/token.ts', valid, { DATA_DIR }));

    expect(await Promise.all(commands.map(({ ended }) => ended))).toEqual([0, 0, 0]);

    const kids = commands.map(
      ({ stdout }) => JSON.parse(Buffer.from(stdout().split('.')[0] ?? '', 'base64url').toString()).kid,
    );
    expect(new Set(kids).size).toBe(1);
    expect(claimsOf(commands[0]?.stdout() ?? '')).toMatchObject({ iss: 'http://localhost:3000' });
  });

  it('is for the sandbox if no names are given', async () => {
    const command = run('commands/token.ts', [], { DATA_DIR: temporaryDirectory() });
    expect(await command.ended).toBe(0);
    const claims = { sub: SANDBOX.user, org_id: SANDBOX.organization, roles: SANDBOX.roles };
    expect(claimsOf(command.stdout())).toMatchObject(claims);
  });

  it('explains invalid arguments in one sentence', async () => {
    const cases: [string[], string][] = [
      [[...valid.slice(0, 5), 'king'], '--role: must be one of viewer'],
      [[...valid, '--user', ''], '--user: must not be empty'],
      [[...valid, '--expires-in', 'soon'], '--expires-in: must be a whole number of seconds'],
      [[...valid, '--expires-in'], '--expires-in: must be a whole number of seconds'],
      [[...valid, '--usr', 'x'], "Unknown option '--usr'"],
    ];

    const checks = cases.map(async ([args, what]) => {
      const command = run('commands/token.ts', args, { DATA_DIR: temporaryDirectory() });
      expect(await command.ended).toBe(2);
      expect(command.stdout()).toBe('');
      expect(command.stderr().trim().split('\n')).toHaveLength(1);
      expect(command.stderr()).toContain(what);
    });

    await Promise.all(checks);
  });
});
