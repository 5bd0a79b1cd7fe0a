import { createHash } from 'node:crypto';
import { Duration, Size } from 'aws-cdk-lib';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  type Alias,
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { architectureOf } from '../build/architecture.ts';
import type { Bundle } from '../build/build.ts';
import { type Statement, toPolicyStatement } from './grants.ts';
import { acknowledge, acknowledgeFunctionWildcards } from './nag.ts';
import { FUNCTION, FUNCTION_DEAD_LETTERS, LOG_ENCRYPTION, NO_INLINE_POLICY } from './nist.ts';
import { type Deployer, formerVersions, rollOut } from './rollout.ts';
import { prefixOf, removalOf, type Settings } from './settings.ts';

export interface ServiceFunctionProps {
  settings: Settings;
  /** The group that its stack is named after. */
  group: string;
  description: string;
  bundle: Bundle;
  timeoutSeconds: number;
  memoryMegabytes: number;
  /** Size of `/tmp` in MB; by default Lambda's 512. */
  temporaryMegabytes?: number;
  environment: Record<string, string>;
  statements: readonly Statement[];
  /** Shifts traffic to a new version gradually; without it CloudFormation does so at once. */
  deployer: Deployer | undefined;
  /** Receives events of asynchronous invocations that finally failed. */
  deadLetters?: Queue;
}

const tracing: Statement = {
  actions: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
  resources: ['*'],
  wildcard: 'X-Ray has no resources to restrict these two actions to.',
};

/** Maximum length of a function's name in Lambda. */
const LONGEST_NAME = 64;

/**
 * Returns the name of a function without a reference to its stack. A hash of the group distinguishes the function of an
 * operation that moved to another stack from the one in its former stack.
 *
 * @throws Error if the name is longer than Lambda allows
 */
export const functionName = (settings: Pick<Settings, 'stage'>, group: string, id: string): string => {
  const mark = createHash('sha256').update(group).digest('hex').slice(0, 4);
  const name = `${prefixOf(settings)}-${id}-${mark}`;
  if (name.length > LONGEST_NAME) throw new Error(`The name ${name} has more than ${LONGEST_NAME} characters`);
  return name;
};

/**
 * A function with its own log group and role: the role has the given statements, logging, tracing and nothing else.
 * Callers invoke its alias.
 */
export class ServiceFunction extends Construct {
  readonly alias: Alias;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { settings, group } = props;
    const logGroup = new LogGroup(this, 'Logs', {
      retention: settings.logDays,
      removalPolicy: removalOf(settings),
    });
    const statements: Statement[] = [
      { actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], resources: [logGroup.logGroupArn] },
      tracing,
      ...(props.deadLetters ? [{ actions: ['sqs:SendMessage'], resources: [props.deadLetters.queueArn] }] : []),
      ...props.statements,
    ];
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { uses: new PolicyDocument({ statements: statements.map(toPolicyStatement) }) },
    });
    acknowledge(logGroup, LOG_ENCRYPTION);
    acknowledge(role, NO_INLINE_POLICY);
    acknowledgeFunctionWildcards(role, statements);
    const handler = new LambdaFunction(this, 'Function', {
      functionName: functionName(settings, group, id),
      description: props.description,
      code: Code.fromAsset(props.bundle.folder, { assetHash: props.bundle.digest }),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.custom(architectureOf(props.bundle, settings.architecture)),
      timeout: Duration.seconds(props.timeoutSeconds),
      memorySize: settings.memory[id] ?? props.memoryMegabytes,
      ...(props.temporaryMegabytes && { ephemeralStorageSize: Size.mebibytes(props.temporaryMegabytes) }),
      environment: { ...props.environment, STAGE: settings.stage, GROUP: group },
      currentVersionOptions: { removalPolicy: formerVersions(settings) },
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      tracing: Tracing.ACTIVE,
      // No construct may extend the role, which is completely defined above.
      role: role.withoutPolicyUpdates(),
      ...(props.deadLetters && { deadLetterQueue: props.deadLetters }),
    });
    acknowledge(handler, FUNCTION);
    if (!props.deadLetters) {
      acknowledge(handler, {
        ...FUNCTION_DEAD_LETTERS,
        'Serverless-LambdaDLQ':
          'Invoked by the gateway or from a queue, never asynchronously: an error reaches the caller or the queue.',
      });
    }
    this.alias = rollOut(this, settings, handler, props.deployer);
  }
}
