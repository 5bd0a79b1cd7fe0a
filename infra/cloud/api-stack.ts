import { CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  CorsHttpMethod,
  HttpApi,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Bundle } from '../build/build.ts';
import type { Cors } from '../http-api.ts';
import { acknowledge } from './nag.ts';
import { ServiceFunction } from './service-function.ts';
import { prefixOf, type Settings } from './settings.ts';

export interface ApiStackProps {
  settings: Settings;
  /** Answers what no route matches. */
  unknownRoute: Bundle;
  cors: Cors;
}

/** One line of the access log; no header, body or address of a file. */
const logFields = {
  time: '$context.requestTime',
  requestId: '$context.requestId',
  ip: '$context.identity.sourceIp',
  method: '$context.httpMethod',
  routeKey: '$context.routeKey',
  path: '$context.path',
  status: '$context.status',
  responseLength: '$context.responseLength',
  latencyMs: '$context.responseLatency',
  integrationLatencyMs: '$context.integrationLatency',
  integrationError: '$context.integrationErrorMessage',
  userAgent: '$context.identity.userAgent',
};

export const authorizedInFunction = {
  'AwsSolutions-APIG4':
    'The function verifies the token itself, so that a 401 carries the detail that the interface promises.',
};

/** The HTTP API: its stage, access log and limits. The routes stand in the stacks of their groups. */
export class ApiStack extends Stack {
  readonly api: HttpApi;

  constructor(scope: Construct, id: string, { settings, unknownRoute, cors }: ApiStackProps) {
    super(scope, id, { description: 'Construction documents: the HTTP API.' });
    const isProd = settings.stage === 'prod';
    this.api = new HttpApi(this, 'Api', {
      apiName: prefixOf(settings),
      createDefaultStage: false,
      corsPreflight: {
        allowOrigins: ['*'],
        allowMethods: cors.methods.map((method) => CorsHttpMethod[method as keyof typeof CorsHttpMethod]),
        allowHeaders: [...cors.headers],
        exposeHeaders: ['*'],
        maxAge: Duration.seconds(cors.maxAgeSeconds),
      },
    });
    const logGroup = new LogGroup(this, 'AccessLog', {
      // The prefix that the gateway may deliver to without a resource policy per group, whose size is bounded.
      logGroupName: `/aws/vendedlogs/${prefixOf(settings)}/access`,
      retention: isProd ? RetentionDays.ONE_YEAR : RetentionDays.ONE_MONTH,
      removalPolicy: isProd ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      detailedMetricsEnabled: true,
      // The gateway's own limit is for all callers together; each caller has one of its own in the service.
      throttle: isProd ? { rateLimit: 1000, burstLimit: 2000 } : { rateLimit: 100, burstLimit: 200 },
      accessLogSettings: {
        destination: new LogGroupLogDestination(logGroup),
        format: AccessLogFormat.custom(JSON.stringify(logFields)),
      },
    });
    const unknown = new ServiceFunction(this, unknownRoute.id, {
      settings,
      description: 'Answers 404 and 405 where no route matches',
      bundle: unknownRoute,
      timeoutSeconds: 3,
      memoryMegabytes: 128,
      environment: {},
      statements: [],
    });
    const route = new HttpRoute(this, 'unknown', {
      httpApi: this.api,
      routeKey: HttpRouteKey.DEFAULT,
      integration: new HttpLambdaIntegration(unknownRoute.id, unknown.function),
    });
    acknowledge(route, { 'AwsSolutions-APIG4': 'Says that there is nothing here; the same to everybody.' });
    new CfnOutput(this, 'ApiAddress', { value: this.baseUrl(settings), description: 'Where the service answers' });
  }

  /** The address that clients use, without a slash at the end. */
  baseUrl(settings: Settings): string {
    return settings.publicBaseUrl ?? this.api.apiEndpoint;
  }
}
