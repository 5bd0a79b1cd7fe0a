import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct, IConstruct } from 'constructs';
import { acknowledge } from './nag.ts';
import { NO_INLINE_POLICY } from './nist.ts';
import { prefixOf, type Settings } from './settings.ts';

/** The alias that the gateway and the queues call: a deployment moves it from one version to the next. */
export const LIVE = 'live';

/** What CodeDeploy does for the functions of one stack. */
interface Deployer {
  application: LambdaApplication;
  role: Role;
}
const deployers = new WeakMap<IConstruct, Deployer>();

/** One application and role for all functions of a stack; the role is written down in full. */
const deployerOf = (stack: Stack, settings: Settings): Deployer => {
  const known = deployers.get(stack);
  if (known) return known;
  const resource = `function:${prefixOf(settings)}-*`;
  const functions = stack.formatArn({ service: 'lambda', resource, arnFormat: ArnFormat.NO_RESOURCE_NAME });
  const role = new Role(stack, 'DeployerRole', {
    description: 'Moves aliases to the next version of their functions, and back when an alarm tells.',
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    inlinePolicies: {
      moves: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'],
            resources: [functions],
          }),
          new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }),
        ],
      }),
    },
  });
  const reason =
    'Names its stage: CodeDeploy moves the aliases of all its functions, and reads alarms, which have no ARN to ask for.';
  acknowledge(role, {
    ...NO_INLINE_POLICY,
    [`AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>:${resource}]`]: reason,
    'AwsSolutions-IAM5[Resource::*]': reason,
  });
  const made = { application: new LambdaApplication(stack, 'Deployments'), role };
  deployers.set(stack, made);
  return made;
};

/**
 * The alias of a function's current version. Where the stage rolls out by canary, CodeDeploy moves it, and moves it back
 * when one of the alarms tells.
 *
 * @param alarms names below the stage's prefix
 */
export const rollOut = (
  scope: Construct,
  settings: Settings,
  handler: LambdaFunction,
  alarms: readonly string[],
): Alias => {
  const stack = Stack.of(scope);
  const alias = new Alias(scope, 'Live', { aliasName: LIVE, version: handler.currentVersion });
  if (settings.rollout === 'at-once') return alias;
  const { application, role } = deployerOf(stack, settings);
  new LambdaDeploymentGroup(scope, 'Deployment', {
    application,
    alias,
    role: role.withoutPolicyUpdates(),
    deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
    alarms: alarms.map((name) => {
      const resourceName = `${prefixOf(settings)}-${name}`;
      const arn = stack.formatArn({
        service: 'cloudwatch',
        resource: 'alarm',
        resourceName,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      });
      return Alarm.fromAlarmArn(scope, `Alarm-${name}`, arn);
    }),
    autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
  });
  return alias;
};

/** Former versions stay where an alias may have to go back to one. */
export const formerVersions = ({ rollout }: Settings): RemovalPolicy =>
  rollout === 'canary' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
