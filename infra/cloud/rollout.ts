import { ArnFormat, Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, MathExpression, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias, type CfnAlias, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { type MetricName, NAMESPACE } from '../../shared/metrics.ts';
import { type Statement, toPolicyStatement } from './grants.ts';
import { acknowledge, acknowledgeWildcards } from './nag.ts';
import { NO_INLINE_POLICY } from './nist.ts';
import { prefixOf, type Settings } from './settings.ts';

/** The alias that the gateway and the queues invoke; a deployment moves it to the new version. */
export const LIVE = 'live';

/** The CodeDeploy application and role that shift the traffic of a stage's functions. */
export interface Deployer {
  applicationName: string;
  roleArn: string;
}

/**
 * Creates the CodeDeploy application and the role with which it moves the aliases of a stage's functions.
 * @param export_ makes a value of this stack available to other stacks
 */
export const addDeployer = (stack: Stack, settings: Settings, export_: (value: string) => string): Deployer => {
  const resource = `function:${prefixOf(settings)}-*`;
  const functions = stack.formatArn({ service: 'lambda', resource, arnFormat: ArnFormat.NO_RESOURCE_NAME });
  const statements: Statement[] = [
    {
      actions: ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'],
      resources: [functions],
      wildcard: 'CodeDeploy moves the aliases of all functions of this stage, whose names begin with the stage.',
    },
    {
      actions: ['cloudwatch:DescribeAlarms'],
      resources: ['*'],
      wildcard: 'Reading the state of alarms cannot be restricted to single alarms.',
    },
  ];
  const role = new Role(stack, 'DeployerRole', {
    description: 'Moves aliases to the next version of their functions, and back when an alarm is raised.',
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    inlinePolicies: { moves: new PolicyDocument({ statements: statements.map(toPolicyStatement) }) },
  });
  acknowledge(role, NO_INLINE_POLICY);
  acknowledgeWildcards(role, statements);
  const application = new LambdaApplication(stack, 'Deployments');
  return { applicationName: export_(application.applicationName), roleArn: export_(role.roleArn) };
};

/**
 * Returns the faults of one version of a function while traffic is being shifted to it: invocations that crashed or
 * timed out, and unexpected 500 responses.
 */
const faultsOfVersion = ({ stage }: Settings, name: string, version: string): MathExpression => {
  const period = Duration.minutes(1);
  const crashes = new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'Errors',
    dimensionsMap: { FunctionName: name, Resource: `${name}:${LIVE}`, ExecutedVersion: version },
    statistic: 'Sum',
    period,
  });
  const unexpected = new Metric({
    namespace: NAMESPACE,
    metricName: 'Unexpected' satisfies MetricName,
    dimensionsMap: { Stage: stage, Function: name, Version: version },
    statistic: 'Sum',
    period,
  });
  return new MathExpression({
    expression: 'FILL(crashes, 0) + FILL(unexpected, 0)',
    label: 'Faults of the new version',
    usingMetrics: { crashes, unexpected },
    period,
  });
};

/** Faults per minute up to which a new version is kept: a single one may be an old error that recurs. */
const TOLERATED_FAULTS = 2;

/**
 * Creates the alias of a function's current version. With a deployer, CodeDeploy first shifts a tenth of the traffic
 * for five minutes, and shifts it back if the new version fails: the alarm watches only that version, so that a failure
 * of the previous version cannot block its fix. `-c rollout=at-once` leaves the shift to CloudFormation, without canary
 * and alarms.
 */
export const rollOut = (
  scope: Construct,
  settings: Settings,
  handler: LambdaFunction,
  deployer: Deployer | undefined,
): Alias => {
  const version = handler.currentVersion;
  const alias = new Alias(scope, 'Live', { aliasName: LIVE, version });
  if (!deployer) return alias;
  const alarm = new Alarm(scope, 'NewVersionFails', {
    alarmDescription: `More than ${TOLERATED_FAULTS} faults of the version being deployed in a minute: CodeDeploy rolls it back.`,
    metric: faultsOfVersion(settings, handler.functionName, version.version),
    threshold: TOLERATED_FAULTS,
    evaluationPeriods: 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
  acknowledge(alarm, {
    'NIST.800.53.R5-CloudWatchAlarmAction':
      'CodeDeploy reads its state while it shifts traffic; no notification is needed.',
  });
  const group = new LambdaDeploymentGroup(scope, 'Deployment', {
    application: LambdaApplication.fromLambdaApplicationName(scope, 'Deployments', deployer.applicationName),
    alias,
    role: Role.fromRoleArn(scope, 'Deployer', deployer.roleArn, { mutable: false }),
    deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
    alarms: [alarm],
    autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
  });
  alias.node.addDependency(group);
  if (settings.rollout === 'at-once') delete (alias.node.defaultChild as CfnAlias).cfnOptions.updatePolicy;
  return alias;
};

/** Keeps previous versions if an alias may have to be moved back to one. */
export const formerVersions = ({ canary }: Settings): RemovalPolicy =>
  canary ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
