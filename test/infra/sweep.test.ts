import { describe, expect, test } from 'vitest';
import { LIVE } from '../../infra/cloud/rollout.ts';
import { assemblyOf, ofType, type Stack } from './assembly.ts';
import { functionsOf, list, type Statement, target } from './deployed.ts';
import { settled, stages } from './registered.ts';

/** The statements of every policy attached to a resource. */
const resourcePolicies = (stacks: readonly Stack[]): { id: string; statement: Statement & { Principal?: unknown } }[] =>
  ['AWS::SQS::QueuePolicy', 'AWS::SNS::TopicPolicy', 'AWS::S3::BucketPolicy', 'AWS::KMS::Key'].flatMap((type) =>
    ofType(stacks, type).flatMap(({ id, Properties }) => {
      const policy = (Properties.PolicyDocument ?? Properties.KeyPolicy) as { Statement: Statement[] };
      return policy.Statement.map((statement) => ({ id, statement }));
    }),
  );

const isEverybody = (principal: unknown): boolean =>
  principal === '*' || list((principal as { AWS?: string | string[] } | undefined)?.AWS ?? []).includes('*');

describe.each(stages)('stage %s', async (stage) => {
  const { stacks } = await assemblyOf(stage);
  const functions = functionsOf(stage, stacks);
  const settings = settled[stage];

  test('every function has tracing, JSON logs in a group of its own, and its stage', () => {
    for (const { id, properties, environment } of functions) {
      expect(properties.TracingConfig, id).toEqual({ Mode: 'Active' });
      expect(properties.LoggingConfig, id).toMatchObject({ LogFormat: 'JSON', LogGroup: expect.anything() });
      expect(environment, id).toMatchObject({ STAGE: stage, GROUP: expect.any(String) });
    }
  });

  test('every function is invoked through an alias of its current version only', () => {
    const aliases = ofType(stacks, 'AWS::Lambda::Alias');
    expect(aliases).toHaveLength(functions.length);
    for (const { Properties } of aliases) expect(Properties.Name).toBe(LIVE);
    const direct = new Set(functions.map(({ logicalId }) => logicalId));
    const called = [
      ...ofType(stacks, 'AWS::ApiGatewayV2::Integration').map(({ Properties }) => Properties.IntegrationUri),
      ...ofType(stacks, 'AWS::Lambda::EventSourceMapping').map(({ Properties }) => Properties.FunctionName),
      ...ofType(stacks, 'AWS::Events::Rule').flatMap(({ Properties }) =>
        (Properties.Targets as { Arn: unknown }[]).map(({ Arn }) => Arn),
      ),
      ...ofType(stacks, 'AWS::Lambda::Permission').map(({ Properties }) => Properties.FunctionName),
    ];
    expect(called.length).toBeGreaterThan(functions.length);
    for (const one of called) expect(direct).not.toContain(target(one));
  });

  test('a canary moves each alias if the stage has canaries, and former versions are kept for rollback', () => {
    const groups = ofType(stacks, 'AWS::CodeDeploy::DeploymentGroup');
    expect(groups).toHaveLength(settings.canary ? functions.length : 0);
    for (const { Properties } of groups) {
      expect(Properties.DeploymentConfigName).toBe('CodeDeployDefault.LambdaCanary10Percent5Minutes');
    }
    for (const { DeletionPolicy } of ofType(stacks, 'AWS::Lambda::Version')) {
      expect(DeletionPolicy).toBe(settings.canary ? 'Retain' : 'Delete');
    }
  });

  test('nothing is public', () => {
    for (const { id, statement } of resourcePolicies(stacks)) {
      if (statement.Effect === 'Allow') expect(isEverybody(statement.Principal), id).toBe(false);
    }
    expect(ofType(stacks, 'AWS::Lambda::Url')).toEqual([]);
    for (const { id, Properties } of ofType(stacks, 'AWS::Lambda::Permission')) {
      expect(Properties.Principal, id).toMatch(/^(apigateway|events)\.amazonaws\.com$/);
      expect(Properties.SourceArn, id).toBeDefined();
    }
  });

  test('the access log contains the route and never the path, which may contain links', () => {
    for (const { Properties } of ofType(stacks, 'AWS::ApiGatewayV2::Stage')) {
      const { Format } = Properties.AccessLogSettings as { Format: string };
      expect(Format).toContain('$context.routeKey');
      expect(Format).not.toMatch(/\$context\.(path|authorizer|extendedRequestId)|\$request/);
    }
  });

  test('CORS allows the configured origins only', () => {
    for (const { Properties } of ofType(stacks, 'AWS::ApiGatewayV2::Api')) {
      expect((Properties.CorsConfiguration as { AllowOrigins: string[] }).AllowOrigins).toEqual(settings.corsOrigins);
    }
  });
});

test('a public policy is detected', () => {
  expect([{ AWS: '*' }, '*', { AWS: ['*'] }].map(isEverybody)).toEqual([true, true, true]);
  expect([{ Service: 's3.amazonaws.com' }, undefined].map(isEverybody)).toEqual([false, false]);
});
