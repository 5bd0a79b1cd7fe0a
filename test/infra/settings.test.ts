import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stack } from 'aws-cdk-lib';
import { describe, expect, test } from 'vitest';
import { architectureOf } from '../../infra/build/architecture.ts';
import { closureOf } from '../../infra/build/packages.ts';
import { functionName } from '../../infra/cloud/service-function.ts';
import { guardAccount, identityEnvironment, parseSettings } from '../../infra/cloud/settings.ts';
import { fileOf } from '../../infra/stages/index.ts';
import { registered } from './registered.ts';

test('a deployment without settings is for development', () => {
  expect(parseSettings({})).toMatchObject({ stage: 'dev', keepsData: false, accountNamed: false });
});

test('each wrong setting is named', () => {
  expect(() => parseSettings({ stage: 'pr-0', jwksUrl: 'http://example.com/keys' })).toThrow(
    /-c stage: .*-c jwksUrl: /,
  );
});

test('production and its stand-ins retain, protect and monitor what a preview does not', () => {
  const [prod, staging, preview] = ['prod', 'staging', 'pr-123'].map((stage) => parseSettings({ stage }));
  const safe = { keepsData: true, deletionProtection: true, terminationProtection: true, pointInTimeRecovery: true };
  expect(prod).toMatchObject({ ...safe, alarms: true, canary: true, accountNamed: true });
  expect(staging).toMatchObject({ alarms: true, canary: true, accountNamed: true });
  expect(preview).toMatchObject({ keepsData: false, deletionProtection: false, alarms: false, canary: false });
});

test('the command line overrides the stage', () => {
  const { corsOrigins } = parseSettings({ stage: 'prod', corsOrigins: 'https://a.example.com, https://b.example.com' });
  expect(corsOrigins).toEqual(['https://a.example.com', 'https://b.example.com']);
  expect(parseSettings({ stage: 'prod' }).corsOrigins).toEqual(['*']);
});

test('a deployment may run every function on x86_64', () => {
  const bundle = { packages: [] };
  expect(architectureOf(bundle, parseSettings({ architecture: 'x86_64' }).architecture)).toBe('x86_64');
  expect(architectureOf(bundle, parseSettings({}).architecture)).toBe('arm64');
  expect(() => parseSettings({ architecture: 'arm64' })).toThrow('-c architecture: ');
});

test('the longest lifetime of a token reaches the functions that verify tokens', () => {
  const stack = new Stack();
  const limited = parseSettings({ maxTokenLifetimeSeconds: '3600' });
  expect(identityEnvironment(stack, limited)).toMatchObject({ MAX_TOKEN_LIFETIME_SECONDS: '3600' });
  expect(identityEnvironment(stack, parseSettings({}))).not.toHaveProperty('MAX_TOKEN_LIFETIME_SECONDS');
});

test("a stage's file provides the settings of every job, and the command line overrides it", () => {
  const file = { account: '111111111111', region: 'eu-central-1', mailSender: 'a@example.com' };
  expect(parseSettings({ stage: 'prod' }, file)).toMatchObject(file);
  const given = { stage: 'prod', mailSender: 'b@example.com', region: undefined };
  expect(parseSettings(given, file)).toMatchObject({ mailSender: 'b@example.com', region: 'eu-central-1' });
  expect(() => parseSettings({ stage: 'prod' }, { account: '1' })).toThrow('-c account: has 12 digits');
});

test.each(['dev', 'staging', 'prod', 'pr-7'])('the file of the stage %s holds valid settings', (stage) => {
  expect(parseSettings({ stage }, fileOf(stage)).stage).toBe(stage);
});

test('related settings must be given together', () => {
  expect(() => parseSettings({ edgeName: 'docs.example.com' })).toThrow(
    /-c edgeCertificate: goes with edgeName; -c domainName: goes with edgeName/,
  );
  expect(() => parseSettings({ zoneName: 'example.com' })).toThrow('-c zoneId: goes with zoneName');
});

describe('the account guard', () => {
  const guard = (given: Record<string, unknown>, current?: string) => () => guardAccount(parseSettings(given), current);

  test('allows a synthesis without credentials, whatever the stage', () => {
    expect(guard({ stage: 'prod' })).not.toThrow();
  });

  test('keeps a stage out of an account that is not its own', () => {
    expect(guard({ account: '111111111111' }, '222222222222')).toThrow('belongs to the account 111111111111');
    expect(guard({ account: '111111111111' }, '111111111111')).not.toThrow();
  });

  test('requires the account of production to be named, and accepts any for development', () => {
    expect(guard({ stage: 'prod' }, '222222222222')).toThrow('Set the account of the stage prod');
    expect(guard({ stage: 'dev' }, '222222222222')).not.toThrow();
  });
});

describe("a function's name", () => {
  test('differs between groups, so that both stacks can have it during a move', () => {
    const [one, other] = ['documents', 'search'].map((group) => functionName({ stage: 'dev' }, group, 'find-it'));
    expect(one).not.toBe(other);
    expect(functionName({ stage: 'dev' }, 'documents', 'find-it')).toBe(one);
    for (const name of [one, other]) expect(name).toMatch(/^construction-dev-find-it-[0-9a-f]{4}$/);
  });

  test('is rejected if Lambda would reject it', () => {
    expect(() => functionName({ stage: 'pr-1234' }, 'documents', 'x'.repeat(60))).toThrow('64 characters');
  });

  test.each(['dev', 'staging', 'prod', 'pr-9999'])(
    'leaves room in the stage %s for every operation and worker',
    (stage) => {
      for (const { group, operation } of registered.operations) functionName({ stage }, group, operation.id);
      for (const { worker } of registered.workers) functionName({ stage }, 'workers', worker.id);
    },
  );
});

test('trailing slashes of addresses are removed', () => {
  expect(parseSettings({ publicBaseUrl: 'https://docs.example.com/' }).publicBaseUrl).toBe('https://docs.example.com');
});

test('a machine without the native packages for Lambda gets a message that says what to run', () => {
  const other = mkdtempSync(join(tmpdir(), 'machine-'));
  try {
    mkdirSync(join(other, 'node_modules/sharp'), { recursive: true });
    writeFileSync(join(other, 'node_modules/sharp/package.json'), '{}');
    expect(() => closureOf(other, 'sharp')).toThrow(
      /^The functions run on Linux x64, .* Run: npm install .*@img\/sharp-linux-x64/,
    );
  } finally {
    rmSync(other, { recursive: true, force: true });
  }
});
