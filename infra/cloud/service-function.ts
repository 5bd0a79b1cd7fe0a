import { Duration, RemovalPolicy, Size } from 'aws-cdk-lib';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Bundle } from '../build/build.ts';
import { type Statement, toPolicyStatement } from './grants.ts';
import { acknowledge, acknowledgeWildcards } from './nag.ts';
import { prefixOf, type Settings } from './settings.ts';

export interface ServiceFunctionProps {
  settings: Settings;
  description: string;
  bundle: Bundle;
  timeoutSeconds: number;
  memoryMegabytes: number;
  /** MB of `/tmp`; Lambda's 512 where not given. */
  temporaryMegabytes?: number;
  environment: Record<string, string>;
  statements: readonly Statement[];
  /** Takes events of asynchronous invocations that failed for good. */
  deadLetters?: Queue;
}

const tracing: Statement = {
  actions: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
  resources: ['*'],
  wildcard: 'X-Ray knows no resources to grant these two actions on.',
};

/** The name of a function, known without a reference to its stack. */
export const functionName = (settings: Settings, id: string): string => `${prefixOf(settings)}-${id}`;

/** A function with a log group and a role of its own: the role holds the statements given, logs, traces and no more. */
export class ServiceFunction extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const isProd = props.settings.stage === 'prod';
    const logGroup = new LogGroup(this, 'Logs', {
      retention: isProd ? RetentionDays.ONE_YEAR : RetentionDays.ONE_MONTH,
      removalPolicy: isProd ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
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
    acknowledgeWildcards(role, statements);
    this.function = new LambdaFunction(this, 'Function', {
      functionName: functionName(props.settings, id),
      description: props.description,
      code: Code.fromAsset(props.bundle.folder),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      // Image processing has native code, which the bundles hold for this one.
      architecture: Architecture.X86_64,
      timeout: Duration.seconds(props.timeoutSeconds),
      memorySize: props.memoryMegabytes,
      ...(props.temporaryMegabytes && { ephemeralStorageSize: Size.mebibytes(props.temporaryMegabytes) }),
      environment: props.environment,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      tracing: Tracing.ACTIVE,
      // No construct may widen a role that is written down in full above.
      role: role.withoutPolicyUpdates(),
      ...(props.deadLetters && { deadLetterQueue: props.deadLetters }),
    });
    if (!props.deadLetters) {
      acknowledge(this.function, {
        'Serverless-LambdaDLQ':
          'Invoked by the gateway or from a queue, never asynchronously: an error reaches the caller or the queue.',
      });
    }
  }
}
