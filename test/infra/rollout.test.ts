import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { expect, test } from 'vitest';
import { rollOut } from '../../infra/cloud/rollout.ts';
import { parseSettings } from '../../infra/cloud/settings.ts';

/** A function with its alias, as deployed in a stage with canaries. */
const deployed = (more: Record<string, string> = {}, hasDeployer = true): Template => {
  const stack = new Stack(new App(), 'Stack');
  const code = Code.fromInline('exports.handler = async () => {}');
  const handler = new LambdaFunction(stack, 'Function', {
    runtime: Runtime.NODEJS_24_X,
    handler: 'index.handler',
    code,
  });
  const deployer = { applicationName: 'deployments', roleArn: 'arn:aws:iam::123456789012:role/deployer' };
  const settings = parseSettings({ stage: 'prod', account: '123456789012', region: 'eu-central-1', ...more });
  rollOut(stack, settings, handler, hasDeployer ? deployer : undefined);
  return Template.fromStack(stack);
};
const updatePolicy = (template: Template) =>
  Object.values(template.findResources('AWS::Lambda::Alias'))[0]?.UpdatePolicy;

test('CodeDeploy shifts the traffic with a canary, and rolls back on faults of the new version', () => {
  const template = deployed();
  expect(updatePolicy(template)).toMatchObject({ CodeDeployLambdaAliasUpdate: expect.anything() });
  template.hasResourceProperties('AWS::CodeDeploy::DeploymentGroup', {
    DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
    AlarmConfiguration: { Enabled: true, Alarms: [{ Name: Match.anyValue() }] },
  });
});

test('with rollout=at-once CloudFormation moves the alias itself, without canary or alarm', () => {
  const [usual, atOnce] = [deployed(), deployed({ rollout: 'at-once' })];
  expect(updatePolicy(atOnce)).toBeUndefined();
  const [alias] = Object.values(atOnce.findResources('AWS::Lambda::Alias'));
  expect(alias?.Properties).toEqual(Object.values(usual.findResources('AWS::Lambda::Alias'))[0]?.Properties);
  expect(alias?.Properties.RoutingConfig).toBeUndefined();
  // Alarm and deployment group are kept, so that the next deployment uses them again.
  for (const type of ['AWS::CodeDeploy::DeploymentGroup', 'AWS::CloudWatch::Alarm']) {
    expect(atOnce.findResources(type)).toEqual(usual.findResources(type));
  }
});

test('without a deployer there is only the alias', () => {
  const template = deployed({}, false);
  expect(updatePolicy(template)).toBeUndefined();
  template.resourceCountIs('AWS::CodeDeploy::DeploymentGroup', 0);
  template.resourceCountIs('AWS::CloudWatch::Alarm', 0);
});
